/** What came of an action, as the item that its call wants. */
import { isJsonObject, type JsonObject } from '../../../../files/canonical-json.ts';
import type { ActionCallContent, ActionResultContent } from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import { unsendable } from '../openai.ts';

/**
 * Where `rawRepresentation` is such an item already, what it says beyond the contract goes along.
 *
 * @param call what is answered, where the messages hold it
 * @throws ProviderError (code `invalid_request_error`) for an outcome that the API has no place for
 */
export function actionOutput(result: ActionResultContent, call: ActionCallContent | undefined): JsonObject {
  const asked = isJsonObject(call?.rawRepresentation) ? call.rawRepresentation : {};
  const output = outputItem(result, call, asked);
  const raw = result.rawRepresentation;
  return isJsonObject(raw) && raw.type === output.type ? { ...raw, ...output } : output;
}

function outputItem(result: ActionResultContent, call: ActionCallContent | undefined, asked: JsonObject): JsonObject {
  switch (result.tool) {
    case 'computer-use':
      return screenshot(result, call);
    case 'shell':
      return asked.type === 'local_shell_call' ? localShellOutput(result) : shellOutput(result, asked);
    case 'text-editor':
      return patchOutput(result);
  }
}

/** The API takes a screenshot and nothing beside it. */
function screenshot(
  { callId, outputs, acknowledgedSafetyCheckIds: ids }: ActionResultContent,
  call?: ActionCallContent,
) {
  const [shot] = outputs;
  if (outputs.length !== 1 || shot?.type !== 'data') {
    throw unsendable('the outcome of a computer action is one screenshot; OpenAI has no place for words or an error');
  }
  const pending = call?.pendingSafetyChecks ?? [];
  return defined({
    type: 'computer_call_output',
    call_id: callId,
    output: { type: 'computer_screenshot', image_url: `data:${shot.mediaType};base64,${shot.data}` },
    acknowledged_safety_checks: ids?.map((id) => pending.find((check) => check.id === id) ?? { id }),
  });
}

/** All commands of a call as one: the contract has one output and one exit code for them. */
function shellOutput(result: ActionResultContent, { action }: JsonObject): JsonObject {
  const { stdout, stderr, exitCode, timedOut } = said(result);
  const limit = isJsonObject(action) ? action.max_output_length : undefined;
  return defined({
    type: 'shell_call_output',
    call_id: result.callId,
    // Given by the model, and wanted back.
    max_output_length: typeof limit === 'number' ? limit : undefined,
    output: [{ stdout, stderr, outcome: timedOut ? { type: 'timeout' } : { type: 'exit', exit_code: exitCode } }],
  });
}

/**
 * The id of the call stands in `call_id`, which the types of this SDK do not know yet, and in `id`, which they demand. Source:
 * https://github.com/openai/openai-python/pull/3923
 */
function localShellOutput(result: ActionResultContent): JsonObject {
  const { stdout, stderr, exitCode, timedOut } = said(result);
  const output = defined({
    stdout,
    stderr,
    exit_code: timedOut ? undefined : exitCode,
    timed_out: timedOut || undefined,
  });
  const { callId } = result;
  return { type: 'local_shell_call_output', id: callId, call_id: callId, output: JSON.stringify(output) };
}

function patchOutput(result: ActionResultContent): JsonObject {
  const { stdout, stderr, exitCode } = said(result);
  return defined({
    type: 'apply_patch_call_output',
    call_id: result.callId,
    status: exitCode === 0 ? 'completed' : 'failed',
    output: [stdout, stderr].filter((words) => words !== '').join('\n') || undefined,
  });
}

interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly timedOut: boolean;
}

/** Text is what was printed, errors are what was printed as such. Without an exit code, an error is a failure like any other. */
function said({ outputs, exitCode }: ActionResultContent): Said {
  if (outputs.some(({ type }) => type === 'data')) {
    throw unsendable('what a shell or an editor gave holds bytes; OpenAI takes text');
  }
  const errors = outputs.filter((output) => output.type === 'error');
  return {
    stdout: outputs.flatMap((output) => (output.type === 'text' ? output.text : [])).join(''),
    stderr: errors.map(({ message }) => message).join('\n'),
    exitCode: exitCode ?? (errors.length > 0 ? 1 : 0),
    timedOut: exitCode === undefined && errors.some(({ errorCode }) => errorCode === 'timeout'),
  };
}
