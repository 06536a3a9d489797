/** Items that ask the application to act on a screen, in a shell or in files. */
import { isJsonObject, type JsonObject } from '../../../../files/canonical-json.ts';
import type { ActionCallContent } from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import { list, text } from '../json.ts';
import { required } from './function-call.ts';

type Kind = Pick<ActionCallContent, 'tool' | 'actions'>;

/** True for an item that the application answers by acting. */
export const isAction = (item: JsonObject): boolean => kindOf(item) !== undefined;

/**
 * The call, or `undefined` for an item that is none.
 *
 * @throws WireError for a call without an id, which nobody could answer
 */
export function actionCall(item: JsonObject): ActionCallContent | undefined {
  const kind = kindOf(item);
  if (!kind) return undefined;
  const checks = (list(item.pending_safety_checks) ?? []).filter(isJsonObject).map((check) =>
    defined({
      id: text(check.id) ?? '',
      code: text(check.code),
      message: text(check.message),
    }),
  );
  return defined({
    type: 'action-call' as const,
    callId: required(item, 'call_id'),
    ...kind,
    pendingSafetyChecks: checks.length > 0 ? checks : undefined,
    rawRepresentation: item,
  });
}

/** Of a shell in a container of OpenAI, OpenAI answers the calls itself. */
function kindOf(item: JsonObject): Kind | undefined {
  switch (item.type) {
    case 'computer_call':
      return { tool: 'computer-use', actions: computerActions(item) };
    case 'shell_call':
      return runsAtOpenAI(item) ? undefined : { tool: 'shell', actions: commands(item) };
    case 'local_shell_call':
      return { tool: 'shell', actions: [item.action ?? null].filter(isJsonObject) };
    case 'apply_patch_call':
      return { tool: 'text-editor', actions: [item.operation ?? null].filter(isJsonObject) };
    default:
      return undefined;
  }
}

/** One of today's `actions`, or the single `action` of the preview. */
function computerActions({ actions, action }: JsonObject): JsonObject[] {
  return (list(actions) ?? [action ?? null]).filter(isJsonObject);
}

/** Actions begin with their name; what a shell shall run has none of its own. */
const commands = ({ action }: JsonObject): JsonObject[] => (isJsonObject(action) ? [{ type: 'exec', ...action }] : []);

function runsAtOpenAI({ environment }: JsonObject): boolean {
  return isJsonObject(environment) && String(environment.type).startsWith('container');
}
