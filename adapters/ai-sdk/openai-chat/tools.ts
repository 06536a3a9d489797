/** Tools of the contract as the library's: to it, Chat Completions has functions alone. */
import type { ToolSet } from 'ai';
import { isJsonObject } from '../../../files/canonical-json.ts';
import { InvalidToolError, type RawTool, type Tool, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { text } from '../shared/json.ts';
import { demandOwnWords, functionTool, type NamedTool, toolSet } from '../shared/tools.ts';

/** What this bridge can declare. */
const supported = ['function', 'raw for functions'];

/**
 * @throws UnsupportedToolError for a tool that the library cannot declare
 * @throws InvalidToolError for a function whose schema is none, or a name that is there already
 */
export const toolsOf = (tools: readonly Tool[], adapterId: string): ToolSet =>
  toolSet(tools, (tool) => {
    if (tool.type === 'function') return functionTool(tool);
    if (tool.type === 'raw') return rawTool(tool, adapterId);
    throw new UnsupportedToolError(tool.type, adapterId, supported);
  });

/** A function whose members the library takes as its own. */
function rawTool(tool: RawTool, adapterId: string): NamedTool {
  demandOwnWords(tool, 'openai-chat');
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
