/** What the application did, and was asked to do, in the words of the contract. Source: `ResponseInputItem` of `openai`. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { ActionCallContent, ActionResultContent } from '../../contract/index.ts';
import { asArray, asObject, asString, parseJson } from '../json.ts';
import { actionsOf, safetyChecksOf } from './actions.ts';

type Output = ActionResultContent['outputs'][number];

/** A call as it goes back in a conversation that the provider does not keep. */
export function actionCallContent(item: JsonObject): ActionCallContent | undefined {
  const asked = actionsOf(item);
  if (!asked) return undefined;
  const checks = safetyChecksOf(item).map((check) => ({ id: asString(check.id) ?? '' }));
  return {
    type: 'action-call',
    callId: asString(item.call_id) ?? '',
    tool: asked.tool,
    actions: asked.actions.filter(isJsonObject),
    ...(checks.length > 0 ? { pendingSafetyChecks: checks } : {}),
    rawRepresentation: item,
  };
}

/** What came of one, or `undefined` for every other item. Some name the call of `local_shell` by `id` alone. */
export function actionResultContent(item: JsonObject): ActionResultContent | undefined {
  const link = { type: 'action-result', callId: asString(item.call_id) ?? asString(item.id) ?? '' } as const;
  const rawRepresentation = item;
  switch (item.type) {
    case 'computer_call_output': {
      const checks = asArray(item.acknowledged_safety_checks)?.flatMap((check) => asString(asObject(check)?.id) ?? []);
      const acknowledged = checks && checks.length > 0 ? { acknowledgedSafetyCheckIds: checks } : {};
      return { ...link, tool: 'computer-use', outputs: screenshotOf(item), ...acknowledged, rawRepresentation };
    }
    case 'shell_call_output': {
      const chunks = (asArray(item.output) ?? []).map((chunk) => asObject(chunk) ?? {});
      const codes = chunks.flatMap(({ outcome }) => exitCodeOf(asObject(outcome)?.exit_code));
      return { ...link, tool: 'shell', outputs: chunks.flatMap(printed), ...exit(codes), rawRepresentation };
    }
    case 'local_shell_call_output': {
      const said = asObject(parseJson(asString(item.output) ?? '')) ?? {};
      return { ...link, tool: 'shell', outputs: printed(said), ...exit(exitCodeOf(said.exit_code)), rawRepresentation };
    }
    case 'apply_patch_call_output': {
      const words = asString(item.output) ?? '';
      const failed: Output = { type: 'error', message: words };
      const outputs: Output[] = item.status === 'failed' ? [failed] : textOf(words);
      return { ...link, tool: 'text-editor', outputs, rawRepresentation };
    }
    default:
      return undefined;
  }
}

function screenshotOf({ output }: JsonObject): Output[] {
  const url = asString(asObject(output)?.image_url) ?? '';
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  return head === undefined || mediaType === undefined
    ? []
    : [{ type: 'data', data: url.slice(head.length), mediaType }];
}

const textOf = (words: string): Output[] => (words === '' ? [] : [{ type: 'text', text: words }]);

/** What was printed as output, then what was printed as error; that time ran out is an error too. */
function printed({ stdout, stderr, outcome }: JsonObject): Output[] {
  const message = asString(stderr) ?? '';
  const timedOut = asObject(outcome)?.type === 'timeout';
  const error: Output = { type: 'error', message, ...(timedOut ? { errorCode: 'timeout' } : {}) };
  return [...textOf(asString(stdout) ?? ''), ...(message !== '' || timedOut ? [error] : [])];
}

const exitCodeOf = (value: unknown): number[] => (Number.isInteger(value) ? [value as number] : []);

/** Of several commands, the first that failed says it. */
function exit(codes: readonly number[]): { exitCode?: number } {
  const code = codes.find((c) => c !== 0) ?? codes[0];
  return code === undefined ? {} : { exitCode: code };
}
