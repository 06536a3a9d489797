/** Tools of the contract as a set of the library's. */
import { jsonSchema, type ToolSet, tool as toolOf } from 'ai';
import { isJsonObject } from '../../../files/canonical-json.ts';
import { type FunctionTool, InvalidToolError, type RawTool, type Tool } from '../../../spec/contract/index.ts';
import { defined } from './defined.ts';

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
