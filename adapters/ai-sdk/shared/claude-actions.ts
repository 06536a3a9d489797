/** Actions of the contract as calls of the library's tools of Claude that the application runs, and what came of them as results. */
import type { ToolCallPart, ToolResultPart } from 'ai';
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import type { ActionCallContent, ActionResultContent, Content, Tool } from '../../../spec/contract/index.ts';
import type { PartOf } from './contents-from-parts.ts';
import { invalidRequest } from './errors.ts';
import { plain } from './json.ts';

type ActionTool = ActionCallContent['tool'];

/** Tools that are answered by acting, by the names that the library calls them by. */
export type ActionTools = ReadonlyMap<string, ActionTool>;

/** The names under which the bridge declares them. To the library the computer's toolset is one tool. */
export const actionNames = {
  'computer-use': 'computer',
  shell: 'bash',
  'text-editor': 'str_replace_based_edit_tool',
} as const satisfies Record<ActionTool, string>;

/** The same tools declared raw, by how their types begin. */
const rawTypes: readonly [prefix: string, tool: ActionTool][] = [
  ['computer_', 'computer-use'],
  ['bash_', 'shell'],
  ['text_editor_', 'text-editor'],
];

export function actionToolsOf(tools: readonly Tool[]): ActionTools {
  return new Map(
    tools.flatMap((tool): [string, ActionTool][] => {
      if (tool.type === 'computer-use' || tool.type === 'shell' || tool.type === 'text-editor') {
        return [[actionNames[tool.type], tool.type]];
      }
      if (tool.type !== 'raw') return [];
      const found = rawTypes.find(([prefix]) => String(tool.declaration.type).startsWith(prefix));
      return found ? [[String(tool.declaration.name), found[1]]] : [];
    }),
  );
}

/** The member of the library's input that says what to do; a shell's has none. */
const naming: Partial<Record<ActionTool, string>> = { 'computer-use': 'action', 'text-editor': 'command' };

/** What an input asks for; `undefined` where it names nothing. */
function actionOf(tool: ActionTool, input: JsonObject): JsonObject | undefined {
  const member = naming[tool];
  if (member === undefined) {
    const { restart, ...rest } = input;
    return restart === true ? { type: 'restart', ...rest } : { type: 'exec', ...input };
  }
  const { [member]: type, ...rest } = input;
  return typeof type === 'string' ? { type, ...rest } : undefined;
}

/**
 * The call as the library's part, named as it came.
 *
 * @param title of the provider, for the error
 * @throws ProviderError (code `invalid_request_error`) where it is not one action that says what to do
 */
export function actionPart(call: ActionCallContent, title: string): ToolCallPart {
  const { callId, tool, actions } = call;
  const [{ type, ...rest } = {}, another] = actions;
  if (typeof type !== 'string' || another !== undefined)
    throw invalidRequest(title, `the "actions" of the call "${callId}" are not one action with a type`);
  const member = naming[tool];
  const shellInput = type === 'restart' ? { restart: true, ...rest } : rest;
  const input = member === undefined ? shellInput : { [member]: type, ...rest };
  return { type: 'tool-call', toolCallId: callId, toolName: actionName(call), input };
}

/** The library links a result with its call by name too. */
export const actionName = ({ tool, rawRepresentation: raw }: ActionCallContent): string =>
  isJsonObject(raw) && typeof raw.toolName === 'string' ? raw.toolName : actionNames[tool];

/**
 * What came of an action. The library flags a failure only where it is all words, and has no exit codes: one that is not 0
 * stands in words after what was printed.
 */
export function actionResultPart(result: ActionResultContent, names: ReadonlyMap<string, string>): ToolResultPart {
  const { callId: toolCallId, tool, outputs, exitCode = 0 } = result;
  const toolName = names.get(toolCallId) ?? actionNames[tool];
  return { type: 'tool-result', toolCallId, toolName, output: outputOf(outputs, exitCode) };
}

function outputOf(outputs: ActionResultContent['outputs'], exitCode: number): ToolResultPart['output'] {
  const failed = exitCode !== 0 || outputs.some(({ type }) => type === 'error');
  const words = outputs.flatMap((output) => {
    if (output.type === 'data') return [];
    return [output.type === 'text' ? output.text : output.message];
  });
  const value = [...words, ...(exitCode === 0 ? [] : [`exit code: ${exitCode}`])].join('\n');
  if (words.length === outputs.length) return { type: failed ? 'error-text' : 'text', value };
  return {
    type: 'content',
    value: outputs.map((output) => {
      if (output.type !== 'data') return { type: 'text', text: output.type === 'text' ? output.text : output.message };
      return { type: 'file', data: { type: 'data', data: output.data }, mediaType: output.mediaType };
    }),
  };
}

/** A call of a tool that is answered by acting. */
export function actionCall(part: PartOf<'tool-call'>, actions: ActionTools): Content | undefined {
  const tool = actions.get(part.toolName);
  const input = plain(part.input);
  const action = tool && isJsonObject(input) ? actionOf(tool, input) : undefined;
  if (!tool || !action) return undefined;
  return { type: 'action-call', callId: part.toolCallId, tool, actions: [action], rawRepresentation: plain(part) };
}
