/** The contract's tools and tool mode as members of the request body. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type FunctionTool,
  InvalidToolError,
  type Tool,
  type ToolMode,
  UnsupportedToolError,
} from '../../../spec/contract/index.ts';
import { functionName, objectSchema, rawDeclaration } from '../shared/declare-tools.ts';
import { defined } from '../shared/json.ts';
import { builtInNames } from './actions.ts';

const providerApi = 'bedrock-converse';

/** What this adapter can declare. */
const supportedTools = ['function', 'code-interpreter', 'web-search', 'computer-use', 'text-editor', 'shell', 'raw'];

/** Where a tool is declared: in `toolConfig.tools`, or among the fields that only its model knows. */
export interface DeclaredTools {
  readonly tools: JsonObject[];
  /** Tools of Claude's own, and the betas that they need. */
  readonly builtIns: JsonObject[];
  readonly betas: string[];
}

/**
 * @param adapterId named in the refusal
 * @throws UnsupportedToolError for a tool of a type that this adapter cannot declare
 * @throws InvalidToolError for a name, a schema or a setting that the API does not take
 */
export function declareTools(tools: readonly Tool[], adapterId: string): DeclaredTools {
  const declared: DeclaredTools = { tools: [], builtIns: [], betas: [] };
  for (const tool of tools) declare(tool, declared, adapterId);
  return declared;
}

function declare(tool: Tool, { tools, builtIns, betas }: DeclaredTools, adapterId: string): void {
  switch (tool.type) {
    case 'function':
      tools.push(functionToWire(tool));
      break;
    case 'code-interpreter':
      tools.push(systemTool('nova_code_interpreter', tool));
      break;
    case 'web-search':
      tools.push(systemTool('nova_grounding', tool));
      break;
    case 'raw':
      tools.push(rawDeclaration(tool, providerApi));
      break;
    case 'computer-use':
      builtIns.push({
        type: 'computer_20250124',
        name: builtInNames[tool.type],
        display_width_px: tool.displayWidth,
        display_height_px: tool.displayHeight,
      });
      betas.push('computer-use-2025-01-24');
      break;
    case 'text-editor':
      builtIns.push(
        defined({
          type: 'text_editor_20250728',
          name: builtInNames[tool.type],
          max_characters: tool.maximumCharacters,
        }),
      );
      break;
    case 'shell':
      builtIns.push({ type: 'bash_20250124', name: builtInNames[tool.type] });
      break;
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supportedTools);
  }
}

/** Source: `ToolSpecification` in the API reference of Amazon Bedrock. */
const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
const nameRule = 'Amazon Bedrock takes names of 1 to 64 letters A-Z and a-z, digits, underscores and hyphens.';

function functionToWire(tool: FunctionTool): JsonObject {
  return {
    toolSpec: defined({
      name: functionName(tool, namePattern, nameRule),
      // One that is there must say something.
      description: tool.description || undefined,
      inputSchema: { json: objectSchema(tool, 'Amazon Bedrock') },
      strict: tool.strict,
    }),
  };
}

/** A tool of Nova has a name and nothing else: what would bind it cannot be said, and is not left out in silence. */
function systemTool(name: string, { type, ...settings }: Tool): JsonObject {
  const [setting] = Object.entries(settings).find(([, value]) => value !== undefined) ?? [];
  if (setting === undefined) return { systemTool: { name } };
  throw new InvalidToolError(
    type,
    `its "${setting}" has no place in Amazon Bedrock: the system tool "${name}" has no settings.`,
  );
}

/**
 * A function that nobody calls. Converse refuses a conversation with calls and results that has no `toolConfig`, and a
 * `toolConfig` without tools, also where the caller's tools stand in `additionalModelRequestFields` alone. The user guide
 * declares a function beside these tools. Where the caller declares no tools, none is added.
 */
export const standIn: JsonObject = {
  toolSpec: { name: 'no_tool', inputSchema: { json: { type: 'object', properties: {} } } },
};

/** `toolChoice`; `undefined` where there is nothing to say, or no word for it (`none`). */
export function toolChoice(mode: ToolMode | undefined): JsonObject | undefined {
  switch (mode?.type) {
    case 'auto':
      return { auto: {} };
    case 'required':
      return mode.functionName === undefined ? { any: {} } : { tool: { name: mode.functionName } };
    default:
      return undefined;
  }
}
