/** Tools of the contract as the library's. */
import { google } from '@ai-sdk/google';
import type { ToolSet } from 'ai';
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { InvalidToolError, type RawTool, type Tool, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { demandOwnWords, functionTool, type LibraryTool, type NamedTool, toolSet } from '../shared/tools.ts';

const supported = ['function', 'code-interpreter', 'web-search', 'web-fetch', 'file-search', 'image-generation', 'raw'];

const { tools: library } = google;

/** The library's tools, by the wire's names. */
const factories = new Map<string, (args: never) => LibraryTool>(Object.entries(library));

/** @throws UnsupportedToolError or InvalidToolError for a tool that the library or this bridge cannot declare */
export const toolsOf = (tools: readonly Tool[], adapterId: string): ToolSet =>
  toolSet(tools, (tool) => (tool.type === 'image-generation' ? undefined : libraryTool(tool, adapterId)));

function libraryTool(tool: Tool, adapterId: string): NamedTool {
  switch (tool.type) {
    case 'function':
      return functionTool(tool);
    case 'web-search':
      demandUnset(tool, ['allowedDomains', 'blockedDomains']);
      return ['google_search', library.googleSearch({})];
    case 'web-fetch':
      demandUnset(tool, ['allowedDomains', 'blockedDomains', 'maximumUses']);
      return ['url_context', library.urlContext({})];
    case 'code-interpreter':
      demandUnset(tool, ['fileIds', 'containerId']);
      return ['code_execution', library.codeExecution({})];
    case 'file-search':
      return [
        'file_search',
        library.fileSearch(defined({ fileSearchStoreNames: tool.vectorStoreIds, topK: tool.maximumResultCount })),
      ];
    case 'raw':
      return rawTool(tool, adapterId);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supported);
  }
}

/** @throws InvalidToolError where one of them is set: to leave it out would let the tool do more, or something else */
function demandUnset<T extends Tool>(tool: T, members: readonly (keyof T & string)[]): void {
  const set = members.find((member) => tool[member] !== undefined);
  if (set !== undefined) throw new InvalidToolError(tool.type, `"${set}" cannot be said to Google.`);
}

/** One member, named after the tool; its value holds the arguments as the library takes them. */
function rawTool(tool: RawTool, adapterId: string): NamedTool {
  demandOwnWords(tool, 'google');
  const [[name, value] = [''], another] = Object.entries(tool.declaration);
  if (name === 'functionDeclarations') return rawFunction(tool.declaration);
  const make = factories.get(name);
  if (!make || another !== undefined)
    throw new UnsupportedToolError('raw', adapterId, [...supported, ...factories.keys()]);
  return [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), make((value ?? {}) as never)];
}

function rawFunction({ functionDeclarations: declared }: JsonObject): NamedTool {
  const [only, another] = Array.isArray(declared) ? declared : [];
  if (another !== undefined || !isJsonObject(only)) {
    throw new InvalidToolError('raw', 'the AI SDK takes one function at a time.');
  }
  const { name, description, parametersJsonSchema: parameters, ...rest } = only;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined || typeof name !== 'string' || !isJsonObject(parameters)) {
    throw new InvalidToolError('raw', `the AI SDK has no word for its member "${unknown ?? 'name'}".`);
  }
  return functionTool({
    type: 'function',
    name,
    parameters,
    ...(typeof description === 'string' ? { description } : {}),
  });
}
