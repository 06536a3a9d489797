/**
 * Actions on a screen: calls with names that the model knows by itself. Source: `ComputerUse` of `@google/genai`;
 * ai.google.dev, "Computer Use".
 */
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import type { Content } from '../../../spec/contract/index.ts';
import { defined, objects, text } from '../shared/json.ts';

/** What the safety system says of an action has no id; as a call brings one at most, it is called as its member. */
const safetyCheckId = 'safety_decision';

/** With `computerUse` declared, every call is an action whose name no declared function has. */
export function actionsOf(body: JsonObject): (name: string) => boolean {
  const tools = objects(body.tools);
  const functions = tools.flatMap(({ functionDeclarations }) => objects(functionDeclarations));
  const names = new Set(functions.map(({ name }) => name));
  const declared = tools.some(({ computerUse }) => isJsonObject(computerUse));
  return (name) => declared && !names.has(name);
}

/** The action is named after the call; its arguments are its members, without what the safety system says. */
export function actionCall(part: JsonObject, name: string, args: JsonObject, callId: string): Content {
  const { [safetyCheckId]: decision, ...members } = args;
  const asks = isJsonObject(decision) && decision.decision === 'require_confirmation' ? decision : undefined;
  const check = asks && defined({ id: safetyCheckId, code: 'require_confirmation', message: text(asks.explanation) });
  return defined({
    type: 'action-call' as const,
    callId,
    tool: 'computer-use' as const,
    actions: [{ type: name, ...members }],
    pendingSafetyChecks: check && [check],
    rawRepresentation: part,
  });
}
