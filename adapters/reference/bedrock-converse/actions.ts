/**
 * Tools of Claude that Converse has no type for: declared in Anthropic's words among the additional fields, called as any
 * function is, and answered as one.
 */
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import type { ActionCallContent, ActionResultContent } from '../../../spec/contract/index.ts';
import { bedrock } from '../shared/aws.ts';
import { list, text } from '../shared/json.ts';
import { dataBlock, objectIn } from './media.ts';

/** Some models refuse a result without any block; none of them one whose words are none. */
export const noWords: JsonObject = { text: '' };

type ActionTool = ActionCallContent['tool'];

/** Which declared tools are answered by acting, by the names that the model calls them by. */
export type BuiltIns = ReadonlyMap<string, ActionTool>;

/** Names under which this adapter declares them. */
export const builtInNames: Readonly<Record<ActionTool, string>> = {
  'computer-use': 'computer',
  'text-editor': 'str_replace_based_edit_tool',
  shell: 'bash',
};

/** Told by type, whoever declared them: a function of the caller's may have any name. */
export function builtInsOf({ additionalModelRequestFields: fields }: JsonObject): BuiltIns {
  const tools = new Map<string, ActionTool>();
  for (const tool of (isJsonObject(fields) ? list(fields.tools) : undefined) ?? []) {
    if (!isJsonObject(tool) || typeof tool.name !== 'string') continue;
    const type = text(tool.type) ?? '';
    if (type.startsWith('computer_')) tools.set(tool.name, 'computer-use');
    if (type.startsWith('text_editor_')) tools.set(tool.name, 'text-editor');
    if (type.startsWith('bash_')) tools.set(tool.name, 'shell');
  }
  return tools;
}

/** The member of the input that says what to do; what a shell shall do has no name. */
const naming: Partial<Record<ActionTool, string>> = { 'computer-use': 'action', 'text-editor': 'command' };

/** The call that a `toolUse` makes; `undefined` where it asks for nothing that has a name. */
export function actionCall(block: JsonObject, callId: string, tool: ActionTool): ActionCallContent | undefined {
  const input = objectIn(block, 'toolUse')?.input;
  if (!isJsonObject(input)) return undefined;
  const action = actionOf(tool, input);
  return action && { type: 'action-call', callId, tool, actions: [action], rawRepresentation: block };
}

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
 * The call as the block it was.
 *
 * @throws ProviderError (code `ValidationException`) for several actions at once, or one without a name
 */
export function toolUseOfAction({ callId, tool, actions, rawRepresentation }: ActionCallContent): JsonObject {
  const [action, ...others] = actions;
  if (others.length > 0 || !isJsonObject(action) || typeof action.type !== 'string') {
    throw bedrock.invalidRequest(
      `a call to "${tool}" has ${actions.length} actions; Claude has one per call, with a name`,
    );
  }
  const { type, ...rest } = action;
  const member = naming[tool];
  const input =
    member !== undefined ? { [member]: type, ...rest } : type === 'restart' ? { restart: true, ...rest } : rest;
  // A caller's own declaration may have another name.
  const name = objectIn(rawRepresentation, 'toolUse')?.name ?? builtInNames[tool];
  return { toolUse: { toolUseId: callId, name, input } };
}

/**
 * What came of an action. A failure is flagged; so is a command that ended with another code than 0, for which there is no
 * member: the code stands in words after what was printed.
 */
export function toolResultOfAction(result: ActionResultContent): JsonObject {
  const { callId, outputs, exitCode = 0 } = result;
  const failed = exitCode !== 0 || outputs.some(({ type }) => type === 'error');
  const content = outputs.map((output): JsonObject => {
    if (output.type === 'data') return dataBlock(output);
    // A failure has to have words.
    return { text: output.type === 'text' ? output.text : output.message || 'The action failed without a message.' };
  });
  if (exitCode !== 0) content.push({ text: `exit code: ${exitCode}` });
  if (content.length === 0) content.push(noWords);
  return { toolResult: { toolUseId: callId, content, ...(failed ? { status: 'error' } : {}) } };
}
