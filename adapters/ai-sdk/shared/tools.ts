/** Tools of the contract as a set of the library's. */
import { jsonSchema, type ToolSet, tool as toolOf } from 'ai';
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type FunctionTool,
  InvalidToolError,
  type RawTool,
  type Tool,
  UnsupportedToolError,
} from '../../../spec/contract/index.ts';
import { defined, text } from './json.ts';

export type LibraryTool = ToolSet[string];
export type NamedTool = readonly [name: string, tool: LibraryTool];

/**
 * The library keeps tools by name, so a name can be declared once.
 *
 * @param make the library's tool; `undefined` for one that is declared elsewhere
 * @throws InvalidToolError for a name that is there already, and what `make` throws
 */
export function toolSet(tools: readonly Tool[], make: (tool: Tool) => NamedTool | undefined): ToolSet {
  const set = new Map<string, LibraryTool>();
  for (const tool of tools) {
    const made = make(tool);
    if (made === undefined) continue;
    const [name, ofLibrary] = made;
    if (set.has(name)) throw new InvalidToolError(name, 'the AI SDK takes each name once.');
    set.set(name, ofLibrary);
  }
  return Object.fromEntries(set);
}

/** @throws InvalidToolError for a function whose schema is none */
export function functionTool({ name, description, parameters, strict }: FunctionTool): NamedTool {
  if (!isJsonObject(parameters)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
  return [name, toolOf(defined({ description, strict, inputSchema: jsonSchema(parameters) }))];
}

/** @throws InvalidToolError for a declaration in the words of another API */
export function demandOwnWords({ providerApi }: RawTool, own: string): void {
  if (providerApi === own) return;
  throw new InvalidToolError('raw', `its declaration is in the words of "${providerApi}", not of "${own}".`);
}

// Tools of the contract as the library's, of APIs that have functions alone to it.

/** What this bridge can declare. */
const supported = ['function', 'raw for functions'];

/** The function that a raw declaration is of, in the members of chat completions; `undefined` where it is of something else. */
export type DeclaredFunction = (declaration: JsonObject) => JsonObject | undefined;

const chatFunction: DeclaredFunction = ({ type, function: declared }) =>
  type === 'function' && isJsonObject(declared) ? declared : undefined;

/** What a column has beside functions in members of chat completions. */
interface OwnTools {
  readonly declaredFunction?: DeclaredFunction;
  /** Tools of its own: their types, and each as the library's; `undefined` for one that it lacks. */
  readonly own?: { readonly supported: readonly string[]; toolOf(tool: Tool): NamedTool | undefined };
}

/**
 * @param providerApi whose words raw declarations have to be in
 * @throws UnsupportedToolError for a tool that the library cannot declare
 * @throws InvalidToolError for a function whose schema is none, or a name that is there already
 */
export const chatTools = (
  tools: readonly Tool[],
  adapterId: string,
  providerApi: string,
  { declaredFunction = chatFunction, own }: OwnTools = {},
): ToolSet =>
  toolSet(tools, (tool) => {
    if (tool.type === 'function') return functionTool(tool);
    if (tool.type === 'raw') {
      demandOwnWords(tool, providerApi);
      const declared = declaredFunction(tool.declaration);
      if (declared) return rawFunction(declared);
    }
    const made = own?.toolOf(tool);
    if (made) return made;
    throw new UnsupportedToolError(tool.type, adapterId, [...supported, ...(own?.supported ?? [])]);
  });

/** A function whose members the library takes as its own. */
function rawFunction(declared: JsonObject): NamedTool {
  const { name, description, parameters = { type: 'object', properties: {} }, strict, ...rest } = declared;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined || typeof name !== 'string' || !isJsonObject(parameters)) {
    throw new InvalidToolError('raw', `the AI SDK has no word for its member "${unknown ?? 'function'}".`);
  }
  return functionTool(
    defined({
      type: 'function' as const,
      name,
      description: text(description),
      parameters,
      strict: typeof strict === 'boolean' ? strict : undefined,
    }),
  );
}
