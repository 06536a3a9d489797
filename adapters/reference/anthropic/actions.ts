/** Calls by which the model asks the application to act, and what came of it, to and from content blocks. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { ActionCallContent, ActionResultContent } from '../../../spec/contract/index.ts';
import { defined, objects, text } from '../shared/json.ts';
import { invalidRequest } from './errors.ts';

type ActionTool = ActionCallContent['tool'];

/** Which of the declared tools are answered by acting, by the names that the model calls them by. */
export type ActionTools = ReadonlyMap<Json | undefined, ActionTool>;

/** By what the types of their versions begin with. */
const kinds: readonly [prefix: string, tool: ActionTool][] = [
  ['bash_', 'shell'],
  ['text_editor_', 'text-editor'],
  ['computer_', 'computer-use'],
];

/**
 * Tells them by type, whoever declared them: a function of the caller's may have any name. The computer's toolset has no name;
 * its calls say whose they are.
 */
export function actionToolsOf(body: JsonObject): ActionTools {
  return new Map(
    objects(body.tools).flatMap(({ name, type }) =>
      kinds.filter(([prefix]) => text(type)?.startsWith(prefix)).map(([, tool]) => [name, tool] as const),
    ),
  );
}

/** The call a `tool_use` makes; `undefined` where it is a function's, or asks for nothing that has a name. */
export function actionCall(callId: string, block: JsonObject, tools: ActionTools): ActionCallContent | undefined {
  const { name, input } = block;
  if (!isJsonObject(input) || typeof name !== 'string') return undefined;
  const toolset = text(block.toolset_name);
  const tool = toolset === undefined ? tools.get(name) : toolset === 'computer' ? 'computer-use' : undefined;
  const action = tool && (toolset === undefined ? actionOf(tool, input) : { type: name, ...input });
  return tool && action && { type: 'action-call', callId, tool, actions: [action], rawRepresentation: block };
}

/** Where the input names what to do: before there were toolsets, the computer's too. */
const naming: Partial<Record<ActionTool, string>> = { 'computer-use': 'action', 'text-editor': 'command' };

function actionOf(tool: ActionTool, input: JsonObject): JsonObject | undefined {
  const member = naming[tool];
  if (member === undefined) {
    const { restart, ...rest } = input;
    return restart === true ? { type: 'restart', ...rest } : { type: 'exec', ...input };
  }
  const { [member]: type, ...rest } = input;
  return typeof type === 'string' ? { type, ...rest } : undefined;
}

/** Names under which the tools are declared by this adapter. */
const usualNames: Partial<Record<ActionTool, string>> = {
  shell: 'bash',
  'text-editor': 'str_replace_based_edit_tool',
};

/**
 * The call as the block it was. What the contract says of it counts; the rest, and the tool's version, comes from the block it
 * was read from.
 *
 * @throws ProviderError (code `invalid_request_error`) for several actions at once, or one without a name
 */
export function toolUseOfAction({ callId, tool, actions, rawRepresentation }: ActionCallContent): JsonObject {
  const [action, ...others] = actions;
  if (others.length > 0 || !isJsonObject(action) || typeof action.type !== 'string') {
    throw invalidRequest(`a call to "${tool}" has ${actions.length} actions; Anthropic has one per call, with a name`);
  }
  const raw = isJsonObject(rawRepresentation) && rawRepresentation.type === 'tool_use' ? rawRepresentation : undefined;
  const base = { ...raw, type: 'tool_use', id: callId };
  const { type, ...rest } = action;
  if (tool === 'computer-use' && (!raw || raw.toolset_name === 'computer')) {
    return { ...base, toolset_name: 'computer', name: type, input: rest };
  }
  return defined({ name: usualNames[tool], ...base, input: inputOf(tool, type, rest) });
}

function inputOf(tool: ActionTool, type: string, rest: JsonObject): JsonObject {
  const member = naming[tool];
  if (member !== undefined) return { [member]: type, ...rest };
  return type === 'restart' ? { restart: true, ...rest } : rest;
}

/**
 * What came of an action. A failure is flagged; so is a command that ended with another code than 0, for which the API has no
 * member: the code stands in words after what was printed.
 *
 * @param blockOf the block of bytes
 */
export function toolResultOfAction(
  { callId, outputs, exitCode = 0 }: ActionResultContent,
  blockOf: (data: Extract<ActionResultContent['outputs'][number], { type: 'data' }>) => JsonObject,
): JsonObject {
  const failed = exitCode !== 0 || outputs.some(({ type }) => type === 'error');
  const blocks = outputs.flatMap((output): JsonObject[] => {
    if (output.type === 'data') return [blockOf(output)];
    const words = output.type === 'text' ? output.text : output.message;
    return words === '' ? [] : [{ type: 'text', text: words }];
  });
  if (exitCode !== 0) blocks.push({ type: 'text', text: `exit code: ${exitCode}` });
  // The API refuses a failure without words.
  if (failed && blocks.length === 0) blocks.push({ type: 'text', text: 'The action failed without a message.' });
  return defined({
    type: 'tool_result',
    tool_use_id: callId,
    content: blocks,
    is_error: failed || undefined,
  });
}
