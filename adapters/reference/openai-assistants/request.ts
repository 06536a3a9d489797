/** From the contract to what is sent for one call. Pure: nothing is sent here. */

import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import type { RequestContext } from '../shared/client.ts';
import { nestedFunction, rawDeclaration, unsupported } from '../shared/declare-tools.ts';
import { nonEmpty } from '../shared/json.ts';
import { errors } from '../shared/openai.ts';
import { type Plan, planOf } from '../shared/runs/client.ts';
import { codeInterpreterToWire, fileSearchToWire, resourcesOf } from '../shared/runs/tools.ts';

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API */
export function planCall(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  context: Omit<RequestContext, 'stream'>,
): Plan {
  const { tools = [] } = options;
  const declared = {
    tools: tools.map((tool) => toolToWire(tool, context.adapterId)),
    resources: resourcesOf(tools),
    run: { reasoning_effort: options.reasoning?.effort },
    submitted: ({ outputs }: { readonly outputs: readonly JsonObject[] }) => ({ tool_outputs: outputs }),
    warnings: () => unsupportedSettings(options),
  };
  return planOf(messages, options, context.settings, declared, errors);
}

const unsupportedSettings = ({ stopSequences, reasoning, store }: ChatOptions): Warning[] =>
  unsupported(
    nonEmpty(stopSequences) !== undefined && 'stopSequences were not sent: OpenAI Assistants have none.',
    reasoning?.budgetTokens !== undefined &&
      'reasoning.budgetTokens was not sent: OpenAI Assistants take an effort, no budget.',
    store !== undefined && 'store was not sent: OpenAI keeps a thread until it is deleted, which close() does.',
  );

// The contract's tools and tool mode in the words of the API. Source: `AssistantTool`, `Assistant.ToolResources`.

const providerApi = 'openai-assistants';

/** What this adapter can declare. */
const supportedTools = ['function', 'code-interpreter', 'file-search', 'raw'];

/** Source: the documentation of `FunctionDefinition.name`. */
const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
const nameRule = 'OpenAI takes names of up to 64 letters A-Z and a-z, digits, underscores and hyphens.';

/**
 * @param adapterId named in a refusal
 * @throws UnsupportedToolError for a tool of a type that the API does not have
 * @throws InvalidToolError for a name, a schema or a setting that it does not take
 */
function toolToWire(tool: Tool, adapterId: string): JsonObject {
  switch (tool.type) {
    case 'function':
      return nestedFunction(tool, 'OpenAI', namePattern, nameRule);
    case 'code-interpreter':
      return codeInterpreterToWire(tool, 'OpenAI Assistants');
    case 'file-search':
      return fileSearchToWire(tool, 'OpenAI Assistants');
    case 'raw':
      return rawDeclaration(tool, providerApi);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supportedTools);
  }
}
