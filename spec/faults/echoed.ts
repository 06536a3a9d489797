/** Refusals in which the provider repeats what it was sent: the key, and all that the user had said. */
import { isJsonObject, type Json } from '../../files/canonical-json.ts';
import { partsOf, withParts } from '../../recordings/faults/answer.ts';
import type { FaultsOf } from '../../recordings/faults/fault.ts';
import { replaySecret } from '../engine/settings.ts';

/** Members in which provider APIs say what is wrong. */
const words: ReadonlySet<string> = new Set(['message', 'msg', 'detail', 'Message']);

/** A page of a conversation. */
const prompt = 'The user asked for the tides of every harbour, one after the other. '.repeat(100);

/** A recorded refusal whose words go on with the secrets, or with the prompt. Pure. */
export const echoed: FaultsOf = (response, operation) => {
  if (response.status < 400) return [];
  const told = [
    ['the credentials', ` The key that you sent was ${replaySecret}.`],
    ['the whole prompt', ` Your input was: ${prompt}`],
  ] as const;
  return told.flatMap(([what, more]) => {
    const parts = partsOf(response).map(({ at, json }) => [at, goingOn(json, more)] as const);
    const isChanged = parts.some(([at, json]) => JSON.stringify(json) !== JSON.stringify(partsOf(response)[at]?.json));
    if (!isChanged) return [];
    return {
      covers: [`${operation} echoes ${what}`],
      what: `the answer to ${operation} repeats ${what}`,
      arrives: () => withParts(response, new Map(parts)),
    };
  });
};

function goingOn(json: Json, more: string): Json {
  if (Array.isArray(json)) return json.map((each: Json) => goingOn(each, more));
  if (!isJsonObject(json)) return json;
  const members = Object.entries(json).map(([name, value]) => [
    name,
    typeof value === 'string' && words.has(name) ? `${value}${more}` : goingOn(value, more),
  ]);
  return Object.fromEntries(members);
}
