/** Tools of the contract as the library's, of APIs that have functions alone to it. */
import type { ToolSet } from 'ai';
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { InvalidToolError, type Tool, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { defined } from './defined.ts';
import { text } from './json.ts';
import { demandOwnWords, functionTool, type NamedTool, toolSet } from './tools.ts';

/** What this bridge can declare. */
const supported = ['function', 'raw for functions'];

/** The function that a raw declaration is of, in the members of chat completions; `undefined` where it is of something else. */
export type DeclaredFunction = (declaration: JsonObject) => JsonObject | undefined;

const chatFunction: DeclaredFunction = ({ type, function: declared }) =>
  type === 'function' && isJsonObject(declared) ? declared : undefined;

/**
 * @param providerApi whose words raw declarations have to be in
 * @throws UnsupportedToolError for a tool that the library cannot declare
 * @throws InvalidToolError for a function whose schema is none, or a name that is there already
 */
export const chatTools = (
  tools: readonly Tool[],
  adapterId: string,
  providerApi: string,
  declaredFunction = chatFunction,
): ToolSet =>
  toolSet(tools, (tool) => {
    if (tool.type === 'function') return functionTool(tool);
    if (tool.type === 'raw') {
      demandOwnWords(tool, providerApi);
      const declared = declaredFunction(tool.declaration);
      if (declared) return rawFunction(declared);
    }
    throw new UnsupportedToolError(tool.type, adapterId, supported);
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
