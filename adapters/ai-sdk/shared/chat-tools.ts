/** Tools of the contract as the library's, of APIs that have functions alone to it: those of chat completions. */
import type { ToolSet } from 'ai';
import { isJsonObject } from '../../../files/canonical-json.ts';
import { InvalidToolError, type RawTool, type Tool, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { defined } from './defined.ts';
import { text } from './json.ts';
import { demandOwnWords, functionTool, type NamedTool, toolSet } from './tools.ts';

/** What this bridge can declare. */
const supported = ['function', 'raw for functions'];

/**
 * @param providerApi whose words raw declarations have to be in
 * @throws UnsupportedToolError for a tool that the library cannot declare
 * @throws InvalidToolError for a function whose schema is none, or a name that is there already
 */
export const chatTools = (tools: readonly Tool[], adapterId: string, providerApi: string): ToolSet =>
  toolSet(tools, (tool) => {
    if (tool.type === 'function') return functionTool(tool);
    if (tool.type === 'raw') return rawTool(tool, adapterId, providerApi);
    throw new UnsupportedToolError(tool.type, adapterId, supported);
  });

/** A function whose members the library takes as its own. */
function rawTool(tool: RawTool, adapterId: string, providerApi: string): NamedTool {
  demandOwnWords(tool, providerApi);
  const { type, function: declared } = tool.declaration;
  if (type !== 'function' || !isJsonObject(declared)) throw new UnsupportedToolError('raw', adapterId, supported);
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
