/** The contract's tools and tool mode as members of the request body. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatOptions,
  type FunctionTool,
  InvalidToolError,
  type Tool,
  UnsupportedToolError,
  type WebSearchTool,
} from '../../../spec/contract/index.ts';
import { functionName, rawDeclaration } from '../shared/declared.ts';
import { defined } from '../shared/defined.ts';
import { objectSchema } from '../shared/object-schema.ts';

const providerApi = 'openai-chat';

/** What this adapter can declare. */
const supportedTools = ['function', 'web-search', 'raw'];

/** Source: `FunctionDefinition.name` of `openai`, `resources/shared.d.ts`. */
const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
const nameRule = 'OpenAI takes names of at most 64 letters A-Z and a-z, digits, underscores and hyphens.';

/** Members of the body that declare tools. */
export interface Declaration {
  readonly tools: readonly JsonObject[];
  /** Web search is no tool of this API but something that the model does. */
  readonly webSearch?: JsonObject | undefined;
}

/**
 * @param adapterId named in a refusal
 * @throws UnsupportedToolError for a tool of a type that this adapter cannot declare
 * @throws InvalidToolError for a name, a schema or a setting that the API does not take
 */
export function declaration(tools: readonly Tool[], adapterId: string): Declaration {
  const searches = tools.filter((tool) => tool.type === 'web-search');
  const [search, another] = searches.map(webSearchOptions);
  if (another)
    throw new InvalidToolError('web-search', 'it is declared twice; OpenAI Chat Completions has one place for it.');
  return {
    tools: tools.filter((tool) => tool.type !== 'web-search').map((tool) => toolToWire(tool, adapterId)),
    webSearch: search,
  };
}

function toolToWire(tool: Tool, adapterId: string): JsonObject {
  switch (tool.type) {
    case 'function':
      return functionToWire(tool);
    case 'raw':
      return rawDeclaration(tool, providerApi);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supportedTools);
  }
}

function functionToWire(tool: FunctionTool): JsonObject {
  return {
    type: 'function',
    function: defined({
      name: functionName(tool, namePattern, nameRule),
      description: tool.description,
      parameters: objectSchema(tool, 'OpenAI'),
      strict: tool.strict,
    }),
  };
}

/** Source: `WebSearchOptions`. A search that ignores where it may search is another search, so it is not made. */
function webSearchOptions({ userLocation, type, ...settings }: WebSearchTool): JsonObject {
  const [unsaid] = Object.keys(settings);
  if (unsaid !== undefined) {
    throw new InvalidToolError(
      type,
      `OpenAI Chat Completions has no place for its ${unsaid}, only for a userLocation; OpenAI Responses has more.`,
    );
  }
  return defined({ user_location: userLocation && { type: 'approximate', approximate: userLocation } });
}

/** `tool_choice`, or `undefined` where there is nothing to say. A custom tool is declared raw and demanded under its own word. */
export function toolChoice({ toolMode, tools = [] }: ChatOptions): string | JsonObject | undefined {
  if (toolMode?.type !== 'required') return toolMode?.type;
  const name = toolMode.functionName;
  if (name === undefined) return 'required';
  const isCustom = tools.some(
    (tool) => tool.type === 'raw' && isJsonObject(tool.declaration.custom) && tool.declaration.custom.name === name,
  );
  return isCustom ? { type: 'custom', custom: { name } } : { type: 'function', function: { name } };
}
