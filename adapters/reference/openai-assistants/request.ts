/** From the contract to what is sent for one call. Pure: nothing is sent here. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  InvalidToolError,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { functionName, objectSchema, rawDeclaration } from '../shared/declared.ts';
import { defined } from '../shared/json.ts';
import { errors } from '../shared/openai.ts';
import { type Plan, planOf } from '../shared/runs/client.ts';

interface RequestContext {
  readonly settings: Pick<ClientSettings, 'model'>;
  readonly adapterId: string;
}

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API */
export function planCall(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Plan {
  const declared = {
    ...declaration(options.tools ?? [], context.adapterId),
    run: { reasoning_effort: options.reasoning?.effort },
    submitted: ({ outputs }: { readonly outputs: readonly JsonObject[] }) => ({ tool_outputs: outputs }),
    warnings: () => unsupportedSettings(options),
  };
  return planOf(messages, options, context.settings, declared, errors);
}

/** Settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them. */
function unsupportedSettings({ stopSequences, reasoning, store }: ChatOptions): Warning[] {
  const reasons = [
    ...(stopSequences && stopSequences.length > 0 ? ['stopSequences were not sent: OpenAI Assistants have none.'] : []),
    ...(reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: OpenAI Assistants take an effort, no budget.']),
    ...(store === undefined
      ? []
      : ['store was not sent: OpenAI keeps a thread until it is deleted, which close() does.']),
  ];
  return reasons.map((message) => ({ code: 'unsupported-setting', message }));
}

// The contract's tools and tool mode in the words of the API. Source: `AssistantTool`, `Assistant.ToolResources`.

const providerApi = 'openai-assistants';

/** What this adapter can declare. */
const supportedTools = ['function', 'code-interpreter', 'file-search', 'raw'];

/** Source: the documentation of `FunctionDefinition.name`. */
const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
const nameRule = 'OpenAI takes names of up to 64 letters A-Z and a-z, digits, underscores and hyphens.';

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/** What an assistant is made of where its tools are concerned. */
interface Declaration {
  readonly tools: readonly JsonObject[];
  /** What they work with; absent where that is nothing. */
  readonly resources: JsonObject | undefined;
}

/**
 * @param adapterId named in a refusal
 * @throws UnsupportedToolError for a tool of a type that the API does not have
 * @throws InvalidToolError for a name, a schema or a setting that it does not take
 */
function declaration(tools: readonly Tool[], adapterId: string): Declaration {
  const declared = tools.map((tool) => toolToWire(tool, adapterId));
  const resources = Object.assign({}, ...tools.map(resourcesOf)) as JsonObject;
  return { tools: declared, resources: Object.keys(resources).length > 0 ? resources : undefined };
}

function toolToWire(tool: Tool, adapterId: string): JsonObject {
  switch (tool.type) {
    case 'function':
      return functionToWire(tool);
    case 'code-interpreter':
      return codeInterpreterToWire(tool);
    case 'file-search':
      return fileSearchToWire(tool);
    case 'raw':
      return rawDeclaration(tool, providerApi);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supportedTools);
  }
}

function functionToWire(tool: Of<'function'>): JsonObject {
  const { description, strict } = tool;
  const name = functionName(tool, namePattern, nameRule);
  return {
    type: 'function',
    function: defined({ name, description, parameters: objectSchema(tool, 'OpenAI'), strict }),
  };
}

function codeInterpreterToWire({ type, containerId }: Of<'code-interpreter'>): JsonObject {
  if (containerId === undefined) return { type: 'code_interpreter' };
  throw new InvalidToolError(type, 'OpenAI Assistants make a sandbox per thread and take no "containerId".');
}

function fileSearchToWire(tool: Of<'file-search'>): JsonObject {
  const { type, vectorStoreIds, maximumResultCount, scoreThreshold } = tool;
  if (vectorStoreIds.length > 1) {
    throw new InvalidToolError(type, 'OpenAI Assistants take one vector store; put the files of all into one.');
  }
  const settings = defined({
    max_num_results: maximumResultCount,
    ranking_options: scoreThreshold === undefined ? undefined : { score_threshold: scoreThreshold },
  });
  return Object.keys(settings).length > 0 ? { type: 'file_search', file_search: settings } : { type: 'file_search' };
}

function resourcesOf(tool: Tool): JsonObject {
  if (tool.type === 'code-interpreter' && tool.fileIds) return { code_interpreter: { file_ids: tool.fileIds } };
  return tool.type === 'file-search' ? { file_search: { vector_store_ids: tool.vectorStoreIds } } : {};
}
