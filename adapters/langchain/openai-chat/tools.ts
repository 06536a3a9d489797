/** Tools of the contract as those that `ChatOpenAI` takes for Chat Completions. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { InvalidToolError, type RawTool, type Tool, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';

const supported = ['function', 'web-search', 'raw'];

/** A search is no tool here; see {@link webSearchOf}. */
export const toolsOf = (tools: readonly Tool[], adapterId: string): JsonObject[] =>
  tools.flatMap((tool) => (tool.type === 'web-search' ? [] : [toolOf(tool, adapterId)]));

function toolOf(tool: Tool, adapterId: string): JsonObject {
  if (tool.type === 'raw') return rawTool(tool, adapterId);
  if (tool.type !== 'function') throw new UnsupportedToolError(tool.type, adapterId, supported);
  const { name, description, parameters, strict } = tool;
  if (!isJsonObject(parameters)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
  return { type: 'function', function: defined({ name, description, parameters, strict }) };
}

/** The library takes any tool that is no function for one of OpenAI Responses, and sends all to that API. */
function rawTool({ providerApi, declaration }: RawTool, adapterId: string): JsonObject {
  if (providerApi !== 'openai-chat') {
    throw new InvalidToolError('raw', `its declaration is in the words of "${providerApi}", not of "openai-chat".`);
  }
  if (declaration.type !== 'function' || !isJsonObject(declaration.function)) {
    throw new UnsupportedToolError('raw', adapterId, supported);
  }
  return declaration;
}

/**
 * A member of the body.
 *
 * @throws InvalidToolError it is declared twice, or with settings that the API has no place for
 */
export function webSearchOf(tools: readonly Tool[]): JsonObject | undefined {
  const [search, another] = tools.filter((tool) => tool.type === 'web-search');
  if (another) throw new InvalidToolError('web-search', 'it is declared twice, and there is one place for it.');
  if (!search) return undefined;
  const { type, userLocation, ...others } = search;
  const [unsaid] = Object.keys(others);
  if (unsaid !== undefined) throw new InvalidToolError(type, `OpenAI Chat Completions has no place for its ${unsaid}.`);
  return defined({ user_location: userLocation && { type: 'approximate', approximate: userLocation } });
}
