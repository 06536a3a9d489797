/** What a request's body says of its functions, as far as an answer is read differently for it. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../json.ts';

/**
 * Tells actions on a screen from calls of the application's functions: on this wire both are `functionCall`, and with
 * `computerUse` declared every name is an action that no function of the request has. Source: `ComputerUse` of
 * `@google/genai`; ai.google.dev, "Computer Use", user-defined functions.
 *
 * @param body with names in camel case
 */
export function actionsOf(body: JsonObject | undefined): (name: string) => boolean {
  const tools = (asArray(body?.tools) ?? []).map((tool) => asObject(tool) ?? {});
  if (!tools.some(({ computerUse }) => asObject(computerUse))) return () => false;
  const functions = tools.flatMap((tool) => asArray(tool.functionDeclarations) ?? []);
  const names = new Set(functions.map((declaration) => asString(asObject(declaration)?.name)));
  return (name) => !names.has(name);
}
