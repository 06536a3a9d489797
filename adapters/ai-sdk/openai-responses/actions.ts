/** Actions of the contract as calls of the library's client-side tools, and what came of them as results. */
import type { ToolCallPart, ToolResultPart } from 'ai';
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import type { ActionCallContent, ActionResultContent, Tool } from '../../../spec/contract/index.ts';
import type { PartOf } from '../shared/contents-from-parts.ts';
import { invalidRequest } from '../shared/errors.ts';
import { asObject, camelCase, defined, plain, respelled, snakeCase, text } from '../shared/json.ts';

/** The library's names, which are the wire's types, and what their calls ask for in the contract. */
const actionTools = new Map<string, ActionCallContent['tool']>([
  ['computer', 'computer-use'],
  ['shell', 'shell'],
  ['local_shell', 'shell'],
  ['apply_patch', 'text-editor'],
]);

/** Under which name a tool of the contract is declared. */
export const actionNames = { 'computer-use': 'computer', shell: 'shell' } as const;

/** Under which name a tool that acts is declared here, raw or not. */
export function declaredName(tool: ActionCallContent['tool'], tools: readonly Tool[]): string {
  const raw = tools.flatMap((each) => (each.type === 'raw' ? [String(each.declaration.type)] : []));
  const names = [...actionTools].filter(([, known]) => known === tool).map(([name]) => name);
  return names.find((name) => raw.includes(name)) ?? names[0] ?? tool;
}

/** A call of a tool that is answered by acting; `undefined` for one that is none. */
export function actionCall(part: PartOf<'tool-call'>, tools: readonly Tool[]): ActionCallContent | undefined {
  const tool = actionTools.get(part.toolName);
  // A function may have the same name.
  if (!tool || tools.some((each) => each.type === 'function' && each.name === part.toolName)) return undefined;
  const { actions, action, operation, pendingSafetyChecks } = asObject(part.input);
  const asked = Array.isArray(actions) ? actions : [action ?? operation ?? null];
  const checks = (Array.isArray(pendingSafetyChecks) ? pendingSafetyChecks : []).filter(isJsonObject);
  return defined({
    type: 'action-call' as const,
    callId: part.toolCallId,
    tool,
    actions: asked.filter(isJsonObject).map(inWireWords),
    pendingSafetyChecks:
      checks.length === 0
        ? undefined
        : checks.map(({ id, code, message }) =>
            defined({ id: text(id) ?? '', code: text(code), message: text(message) }),
          ),
    rawRepresentation: plain(part),
  });
}

/** The library writes members in a spelling of its own; what a shell shall run has no name on the wire. */
const inWireWords = ({ type = 'exec', ...members }: JsonObject): JsonObject => ({
  type,
  ...asObject(respelled(members, snakeCase)),
});

function inLibraryWords({ type, ...members }: JsonObject, isShell: boolean): JsonObject {
  const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
  return { ...(isShell || type === undefined ? {} : { type }), ...asObject(respelled(given, camelCase)) };
}

/** The library links a result with its call by name too. */
export const actionName = ({ tool, rawRepresentation: raw }: ActionCallContent, tools: readonly Tool[]): string =>
  isJsonObject(raw) && typeof raw.toolName === 'string' ? raw.toolName : declaredName(tool, tools);

/** The call as the library's part. */
export function actionPart(call: ActionCallContent, tools: readonly Tool[]): ToolCallPart {
  const toolName = actionName(call, tools);
  return { type: 'tool-call', toolCallId: call.callId, toolName, input: inputOf(call, toolName) };
}

function inputOf(
  { callId, actions, pendingSafetyChecks = [], rawRepresentation: raw }: ActionCallContent,
  name: string,
) {
  const [first = {}] = actions;
  if (name === 'computer') {
    const { status = 'completed' } = asObject(asObject(raw).input);
    return { actions: actions.map((action) => inLibraryWords(action, false)), pendingSafetyChecks, status };
  }
  if (name === 'apply_patch') return { callId, operation: first };
  return { action: inLibraryWords(first, name === 'shell') };
}

/**
 * @param call what is answered, where the messages hold it
 * @throws ProviderError (code `invalid_request_error`) for an outcome that the library has no place for
 */
export function actionResultPart(
  result: ActionResultContent,
  name: string,
  call: ActionCallContent | undefined,
): ToolResultPart {
  const output = { type: 'json' as const, value: outcome(result, name, call) };
  return { type: 'tool-result', toolCallId: result.callId, toolName: name, output };
}

type JsonOutput = Extract<ToolResultPart['output'], { type: 'json' }>['value'];

function outcome(result: ActionResultContent, name: string, call: ActionCallContent | undefined): JsonOutput {
  if (name === 'computer') return screenshot(result, call);
  if (result.outputs.some(({ type }) => type === 'data')) {
    throw invalidRequest('OpenAI', 'what a shell or an editor gave holds bytes, and the AI SDK takes text');
  }
  const { stdout, stderr, exitCode, timedOut } = said(result);
  const words = [stdout, stderr].filter((each) => each !== '').join('\n');
  if (name === 'apply_patch') return { status: exitCode === 0 ? 'completed' : 'failed', output: words };
  if (name === 'local_shell') return { output: localShellText(stdout, stderr, timedOut ? undefined : exitCode) };
  const { maxOutputLength } = asObject(asObject(asObject(call?.rawRepresentation).input).action);
  return {
    ...(typeof maxOutputLength === 'number' ? { maxOutputLength } : {}),
    output: [{ stdout, stderr, outcome: timedOut ? { type: 'timeout' } : { type: 'exit', exitCode } }],
  };
}

/** The output of the older shell is one text to the library; OpenAI documents it as JSON. */
const localShellText = (stdout: string, stderr: string, exitCode: number | undefined): string =>
  JSON.stringify(defined({ stdout, stderr, exit_code: exitCode, timed_out: exitCode === undefined || undefined }));

/** One picture, and nothing beside it. */
function screenshot(
  { outputs, acknowledgedSafetyCheckIds: ids }: ActionResultContent,
  call: ActionCallContent | undefined,
): JsonOutput {
  const [shot, another] = outputs;
  if (another !== undefined || shot?.type !== 'data') {
    throw invalidRequest('OpenAI', 'the outcome of a computer action is one screenshot to the AI SDK');
  }
  const pending = call?.pendingSafetyChecks ?? [];
  const checks = ids?.map((id) => ({ ...(pending.find((check) => check.id === id) ?? { id }) }));
  return {
    output: { type: 'computer_screenshot', imageUrl: `data:${shot.mediaType};base64,${shot.data}` },
    ...(checks ? { acknowledgedSafetyChecks: checks } : {}),
  };
}

/** Text is what was printed, errors are what was printed as such. Without an exit code, an error is a failure like any other. */
function said({ outputs, exitCode }: ActionResultContent) {
  const errors = outputs.filter((output) => output.type === 'error');
  return {
    stdout: outputs.flatMap((output) => (output.type === 'text' ? output.text : [])).join(''),
    stderr: errors.map(({ message }) => message).join('\n'),
    exitCode: exitCode ?? (errors.length > 0 ? 1 : 0),
    timedOut: exitCode === undefined && errors.some(({ errorCode }) => errorCode === 'timeout'),
  };
}
