import { type JsonObject, jsonEquals } from '../../../../files/canonical-json.ts';
import type { Exchange } from '../../../../recordings/format/exchange.ts';
import { asArray, asObject, asString } from '../../json.ts';
import { type Rule, ruleOver } from '../../rules/rule.ts';
import { wholeCalls } from '../partial-calls.ts';
import { chunksOf } from '../response.ts';
import { contentsIn, type PlacedPart, partsIn } from './places.ts';

/**
 * A call that came with a signature goes back with it, on the part that holds the call; the service looks at the turn that goes
 * on, and leaves earlier ones alone. What never came with one, such as the second of two calls at once, needs none.
 */
export const signedCalls: Rule = ruleOver({
  id: 'signed-calls',
  what: 'A call of the turn that goes on stands in a part with the signature that it came with.',
  source: {
    title: 'Gemini API: thought signatures (Function call is missing a thought_signature in functionCall parts)',
    url: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
  },
  placesOf: (asked) => {
    const came = asked.earlier.flatMap(callParts);
    const begin = contentsIn(asked).findLastIndex(({ value }) => value.role !== 'model' && !answers(value));
    return partsIn(asked)
      .filter(({ turn }) => turn > begin)
      .flatMap((part) => {
        const same = came.filter((one) => isSameCall(one, part));
        const isSigned = same.length > 0 && same.every(({ thoughtSignature }) => asString(thoughtSignature));
        return isSigned ? [{ path: part.path, value: { part: part.value, same } }] : [];
      });
  },
  wrong: ({ part, same }) => {
    if (same.some(({ thoughtSignature }) => bytesOf(thoughtSignature) === bytesOf(part.thoughtSignature)))
      return undefined;
    const name = JSON.stringify(asObject(part.functionCall)?.name);
    return `the call to ${name} came with a signature, and stands here ${part.thoughtSignature === undefined ? 'without' : 'with another'}`;
  },
});

/** The API reads both alphabets of base64, with or without padding; it writes one. Source: ProtoJSON format, bytes. */
const bytesOf = (signature: unknown): string | undefined =>
  asString(signature)?.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');

const answers = ({ parts }: JsonObject): boolean =>
  (asArray(parts) ?? []).some((part) => asObject(asObject(part)?.functionResponse));

/** Parts of an answer that hold a call, put together where they came in pieces. */
function callParts(exchange: Exchange): JsonObject[] {
  const parts = chunksOf(exchange, '').chunks.flatMap(({ body }) => {
    const candidate = asObject(asArray(body.candidates)?.[0]);
    return (asArray(asObject(candidate?.content)?.parts) ?? []).map((part) => ({
      part: asObject(part) ?? {},
      path: '',
    }));
  });
  return wholeCalls(parts).parts.flatMap(({ part }) => (asObject(part.functionCall) ? [part] : []));
}

function isSameCall({ functionCall }: JsonObject, { value }: PlacedPart): boolean {
  const came = asObject(functionCall);
  const goes = asObject(value.functionCall);
  if (!came || !goes) return false;
  const { id } = came;
  return came.name === goes.name && jsonEquals(came.args ?? {}, goes.args ?? {}) && (!id || !goes.id || id === goes.id);
}
