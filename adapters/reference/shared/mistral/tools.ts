/** The contract's tools as Mistral's requests declare them. Source: `ChatCompletionRequest.tools`, `ConversationRequest.tools`. */
import type { JsonObject } from '../../../../files/canonical-json.ts';
import { type FunctionTool, type Tool, UnsupportedToolError, type Warning } from '../../../../spec/contract/index.ts';
import { functionName, rawDeclaration } from '../declared.ts';
import { defined } from '../defined.ts';
import { objectSchema } from '../object-schema.ts';
import { hostedToWire, specificNames, wishes } from './hosted-tools.ts';

/** What can be declared. */
const supportedTools = [
  ...['function', 'code-interpreter', 'file-search', 'web-search', 'image-generation'],
  ...specificNames.map((name) => `provider-specific "${name}"`),
  'raw',
];

/** Source: the API's own validation message for names of functions. */
const namePattern = /^[a-zA-Z0-9_-]+$/;
const nameRule = 'Mistral takes names of letters A-Z and a-z, digits, underscores and hyphens.';

/** Members of the body that declare tools. */
export interface Declaration {
  readonly tools: readonly JsonObject[];
  readonly warnings: readonly Warning[];
}

/**
 * @param caller the adapter, named in a refusal, and the API whose raw tools it passes on
 * @throws UnsupportedToolError for a tool that Mistral lacks; an MCP server is a connector there, which is registered beforehand
 * and named by its id
 * @throws InvalidToolError for a name, a schema or a setting that Mistral does not take
 */
export function declaration(
  tools: readonly Tool[],
  caller: { readonly adapterId: string; readonly providerApi: string },
): Declaration {
  const toWire = (tool: Tool): JsonObject => {
    if (tool.type === 'function') return functionToWire(tool);
    if (tool.type === 'raw') return rawDeclaration(tool, caller.providerApi);
    const hosted = hostedToWire(tool);
    if (!hosted) throw new UnsupportedToolError(tool.type, caller.adapterId, supportedTools);
    return hosted;
  };
  return {
    tools: tools.map(toWire),
    warnings: tools.flatMap((tool) =>
      wishes(tool).map((member) => ({
        code: 'unsupported-setting',
        message: `${member} of ${tool.type} was not sent: Mistral has no member for it.`,
      })),
    ),
  };
}

function functionToWire(tool: FunctionTool): JsonObject {
  const { description, strict } = tool;
  const name = functionName(tool, namePattern, nameRule);
  return {
    type: 'function',
    function: defined({ name, description, strict, parameters: objectSchema(tool, 'Mistral') }),
  };
}
