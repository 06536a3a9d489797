/** Tools of the contract as those that `ChatBedrockConverse` documents: Converse's own, and fields that it passes on to the model. */
import type { ChatBedrockConverse } from '@langchain/aws';
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import {
  type ActionCallContent,
  type ChatOptions,
  InvalidToolError,
  type RawTool,
  type Tool,
  UnsupportedToolError,
} from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';

type LibraryTool = Parameters<ChatBedrockConverse['bindTools']>[0][number];
type ActionTool = ActionCallContent['tool'];

const supported = ['function', 'computer-use', 'text-editor', 'shell', 'raw'];

/** Names that the model calls tools by that are answered by acting. */
export const actionNames: Readonly<Record<ActionTool, string>> = {
  'computer-use': 'computer',
  'text-editor': 'str_replace_based_edit_tool',
  shell: 'bash',
};

/**
 * Those that stand in `toolConfig`.
 *
 * @throws UnsupportedToolError for a tool that the library has no way to declare
 * @throws InvalidToolError for a function whose schema is none
 */
export const toolsOf = (tools: readonly Tool[], adapterId: string): LibraryTool[] =>
  tools.flatMap((tool) => (tool.type in actionNames ? [] : [toolOf(tool, adapterId) as unknown as LibraryTool]));

function toolOf(tool: Tool, adapterId: string): JsonObject {
  if (tool.type === 'raw') return rawTool(tool, adapterId);
  if (tool.type !== 'function') throw new UnsupportedToolError(tool.type, adapterId, supported);
  const { name, description, parameters, strict } = tool;
  if (!isJsonObject(parameters)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
  // One that is there must say something.
  return {
    toolSpec: defined({ name, description: description || undefined, inputSchema: { json: parameters }, strict }),
  };
}

/** The library takes none of Converse's tools but functions, though its types name them all. Source: its `convertToConverseTools`. */
function rawTool({ providerApi, declaration }: RawTool, adapterId: string): JsonObject {
  if (providerApi !== 'bedrock-converse') {
    throw new InvalidToolError(
      'raw',
      `its declaration is in the words of "${providerApi}", not of "bedrock-converse".`,
    );
  }
  if ('toolSpec' in declaration) return declaration;
  throw new UnsupportedToolError('raw', adapterId, supported);
}

/** What Converse passes on to the model as it is; tools of Claude that it has no type for stand there. */
export function modelFieldsOf({ tools = [], reasoning }: ChatOptions, model: string): JsonObject | undefined {
  const own = tools.flatMap((tool) => actionToolOf(tool) ?? []);
  const { budgetTokens: budget, effort } = reasoning ?? {};
  const fields = defined({
    thinking: budget === undefined ? undefined : { type: 'enabled', budget_tokens: budget },
    reasoningConfig:
      effort !== undefined && thinksByEffort(model) ? { type: 'enabled', maxReasoningEffort: effort } : undefined,
    tools: own.length > 0 ? own : undefined,
    anthropic_beta: tools.some(({ type }) => type === 'computer-use') ? ['computer-use-2025-01-24'] : undefined,
  });
  return Object.keys(fields).length > 0 ? (fields as JsonObject) : undefined;
}

/** Whether the fields of a model say how hard to think. Source: Amazon Nova 2 user guide, extended thinking. */
export const thinksByEffort = (model: string): boolean => model.includes('amazon.nova');

function actionToolOf(tool: Tool): JsonObject | undefined {
  switch (tool.type) {
    case 'computer-use': {
      const { displayWidth: display_width_px, displayHeight: display_height_px } = tool;
      return { type: 'computer_20250124', name: actionNames[tool.type], display_width_px, display_height_px };
    }
    case 'text-editor': {
      const { maximumCharacters: max_characters } = tool;
      return defined({ type: 'text_editor_20250728', name: actionNames[tool.type], max_characters }) as JsonObject;
    }
    case 'shell':
      return { type: 'bash_20250124', name: actionNames[tool.type] };
    default:
      return undefined;
  }
}

/** Absent where the caller leaves it to the library, or where the API has no word for it. */
export function toolChoiceOf({ toolMode: mode }: ChatOptions): string | { tool: { name: string } } | undefined {
  if (mode?.type === 'auto') return mode.type;
  if (mode?.type !== 'required') return undefined;
  return mode.functionName === undefined ? 'any' : { tool: { name: mode.functionName } };
}
