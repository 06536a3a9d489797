/** Control that returns to the application: calls of functions and of APIs, actions on a screen, questions for leave. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type Content, WireError } from '../../../spec/contract/index.ts';
import { list, text } from '../shared/json.ts';
import { argumentsOf } from './parameters.ts';
import { ownGroups } from './tools.ts';

/**
 * The contents of a `returnControl` event.
 *
 * The API has one id for all invocations of the event, so a call's id is that one and, where there are several, its number. What
 * links a result with its call (id, action group, function) travels in `rawRepresentation`.
 *
 * @param screen whether computer use is declared, so that the group of that name is it
 */
export function contentsOfReturnControl(payload: JsonObject, screen: boolean): Content[] {
  const invocationId = text(payload.invocationId);
  const inputs = list(payload.invocationInputs);
  if (invocationId === undefined || !inputs) throw new WireError('The event "returnControl" names no invocations.');
  return inputs.map((input, i) => {
    if (!isJsonObject(input)) throw new WireError('An invocation of "returnControl" is not a JSON object.');
    const callId = inputs.length === 1 ? invocationId : `${invocationId}#${i + 1}`;
    return contentOf(input, { invocationId, ...input }, callId, screen);
  });
}

function contentOf(input: JsonObject, raw: JsonObject, callId: string, screen: boolean): Content {
  const [[member, invocation] = []] = Object.entries(input);
  if (!isJsonObject(invocation)) throw new WireError('An invocation of "returnControl" says nothing.');
  const name = invocationName(member, invocation);
  const parsed = invocationArguments(invocation);
  if (invocation.actionInvocationType === 'USER_CONFIRMATION') {
    const asked = { tool: name, name, arguments: parsed };
    return { type: 'approval-request', requestId: callId, ...asked, rawRepresentation: raw };
  }
  if (screen && invocation.actionGroup === ownGroups.computer && typeof parsed.action === 'string') {
    const { action, ...members } = parsed;
    return {
      type: 'action-call',
      callId,
      tool: 'computer-use',
      actions: [{ type: action, ...members }],
      rawRepresentation: raw,
    };
  }
  return { type: 'function-call', callId, name, arguments: parsed, rawRepresentation: raw };
}

/** A function by its name, an API by method and path. */
export function invocationName(member: string | undefined, invocation: JsonObject): string {
  const { function: name, httpMethod, apiPath, verb } = invocation;
  if (typeof name === 'string') return name;
  const method = text(httpMethod) ?? text(verb);
  if (typeof apiPath === 'string') return [method?.toUpperCase(), apiPath].filter(Boolean).join(' ');
  return text(invocation.actionGroup) ?? member ?? 'unknown';
}

/** Parameters, and beside them the members of a request's `body`. */
export function invocationArguments({ parameters, requestBody }: JsonObject): JsonObject {
  const body = bodyOf(requestBody);
  return { ...argumentsOf(parameters), ...(body ? { body } : {}) };
}

/** Of what media type it is, is the specification's business. In `returnControl` the members stand one level deeper. */
function bodyOf(requestBody: Json | undefined): JsonObject | undefined {
  const content = isJsonObject(requestBody) ? requestBody.content : undefined;
  const [first] = isJsonObject(content) ? Object.values(content) : [];
  if (first === undefined) return undefined;
  return argumentsOf(isJsonObject(first) ? first.properties : first);
}
