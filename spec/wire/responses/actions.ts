/**
 * Items by which the model asks the application to act. Source: `ResponseComputerToolCall`, `ResponseFunctionShellToolCall`,
 * `ResponseOutputItem.LocalShellCall`, `ResponseApplyPatchToolCall` of `openai`.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { ActionCallFact } from '../../facts/fact.ts';
import { asArray, asObject, asString } from '../json.ts';

/**
 * - A computer is asked for `actions` or, by models of the preview, for one `action`.
 * - A shell is asked for `{ commands, … }`, which is named `exec` here, as `local_shell` names its own.
 * - A shell in a container is the provider's: such a call is none of these.
 *
 * @returns `undefined` for every other item.
 */
export function actionsOf(item: JsonObject): Pick<ActionCallFact, 'tool' | 'actions'> | undefined {
  switch (item.type) {
    case 'computer_call':
      return { tool: 'computer-use', actions: objectsIn(asArray(item.actions) ?? [item.action ?? null]) };
    case 'shell_call': {
      const action = asObject(item.action);
      return isHostedShell(item) ? undefined : { tool: 'shell', actions: action ? [{ type: 'exec', ...action }] : [] };
    }
    case 'local_shell_call':
      return { tool: 'shell', actions: objectsIn([item.action ?? null]) };
    case 'apply_patch_call':
      return { tool: 'text-editor', actions: objectsIn([item.operation ?? null]) };
    default:
      return undefined;
  }
}

const objectsIn = (values: readonly Json[]): JsonObject[] => values.filter(isJsonObject);

/** A call of a shell that the provider runs itself. */
export const isHostedShell = ({ type, environment }: JsonObject): boolean =>
  type === 'shell_call' && /^container/.test(asString(asObject(environment)?.type) ?? '');

/** The fact of such a call. */
export function actionCallOf(item: JsonObject): ActionCallFact | undefined {
  const asked = actionsOf(item);
  if (!asked) return undefined;
  const id = asString(item.call_id);
  const checks = safetyChecksOf(item).flatMap((check) => asString(check.id) ?? []);
  return {
    kind: 'action-call',
    ...asked,
    ...(id === undefined ? {} : { id }),
    ...(checks.length > 0 ? { safetyChecks: checks } : {}),
  };
}

/** The checks that the application has to acknowledge before it acts. */
export const safetyChecksOf = (item: JsonObject): JsonObject[] => objectsIn(asArray(item.pending_safety_checks) ?? []);

/** True for an item after which the application must act; with it a response is `completed` all the same. */
export function leavesTheTurn(item: JsonObject): boolean {
  const { type } = item;
  const asks = type === 'function_call' || type === 'custom_tool_call' || type === 'mcp_approval_request';
  return asks || actionsOf(item) !== undefined;
}
