/** What a run waits for, as contents of the contract. Each carries the run, because the answer has to name it. */
import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import { type Content, WireError } from '../../../../spec/contract/index.ts';
import { parsedJson, parsedObject } from '../arguments.ts';
import { defined } from '../defined.ts';
import { list, text } from '../json.ts';

/**
 * Functions that the application shall run, or tools of MCP servers that it shall give leave for.
 *
 * @throws WireError where the run waits for something else, or for calls that nobody could answer
 */
export function waitingCalls(run: JsonObject): Content[] {
  if (run.status !== 'requires_action') return [];
  const { required_action: action } = run;
  const type = isJsonObject(action) ? text(action.type) : undefined;
  const asked = isJsonObject(action) && type !== undefined ? action[type] : undefined;
  const calls = isJsonObject(asked) ? list(asked.tool_calls) : undefined;
  const contentOf = type === undefined ? undefined : contentsByAction.get(type);
  if (!calls || !contentOf) {
    throw new WireError(`A run requires the action ${JSON.stringify(type ?? null)}, and does not say which calls.`);
  }
  return calls.map((call) => contentOf(call, run));
}

const contentsByAction = new Map([
  ['submit_tool_outputs', functionCall],
  ['submit_tool_approval', approvalRequest],
]);

function functionCall(call: Json, run: JsonObject): Content {
  const called = isJsonObject(call) ? call.function : undefined;
  const callId = isJsonObject(call) ? text(call.id) : undefined;
  const name = isJsonObject(called) ? text(called.name) : undefined;
  const written = isJsonObject(called) ? text(called.arguments) : undefined;
  if (callId === undefined || name === undefined || written === undefined) {
    throw new WireError('A run calls a function without an id, a name or arguments.');
  }
  const parsed = parsedObject(written);
  const how = parsed ? { arguments: parsed } : { argumentsText: written };
  return { type: 'function-call', callId, name, ...how, rawRepresentation: run };
}

function approvalRequest(call: Json, run: JsonObject): Content {
  const requestId = isJsonObject(call) ? text(call.id) : undefined;
  if (!isJsonObject(call) || requestId === undefined) {
    throw new WireError('A run wants leave for a call that has no id.');
  }
  return defined({
    type: 'approval-request' as const,
    requestId,
    tool: 'mcp-server',
    name: text(call.name),
    serverName: text(call.server_label),
    arguments: parsedJson(text(call.arguments) || '{}'),
    rawRepresentation: run,
  });
}
