/** What an API demands of a request besides what the caller said, and how to tell whether it is met. */
import { isJsonObject, type Json, type JsonObject } from '../../lib/canonical-json.ts';
import { memoize } from '../../lib/memoize.ts';
import { type Body, type Exchange, headerOf } from '../../recordings/format/exchange.ts';
import { serverSentEvents } from './events.ts';
import { asObject, jsonOf } from './json.ts';

/**
 * One thing that a request must carry. A recording answers without it; the service would refuse the request, or leave out of
 * its answer what the recording holds.
 */
export interface RequestRequirement {
  /** What must be there, as a finding names it: `the header "anthropic-version"`. */
  readonly what: string;
  /** Whether it is demanded only where the caller asked for a stream. */
  readonly whenStreaming?: true;
  /**
   * Which exchanges it is demanded of; every one where absent.
   *
   * @param earlier the exchanges before it, of all calls, in order
   */
  readonly of?: (exchange: Exchange, earlier: readonly Exchange[]) => boolean;
  readonly isMet: (exchange: Exchange, earlier: readonly Exchange[]) => boolean;
}

/** One of these headers proves who calls. What stands in it is scrubbed; that it was sent is not. */
export const credentialsIn = (...names: readonly string[]): RequestRequirement => ({
  what: `credentials (header ${names.map((name) => `"${name}"`).join(' or ')})`,
  isMet: ({ request }) => names.some((name) => headerOf(request, name)),
});

export const header = (name: string): RequestRequirement => ({
  what: `the header "${name}"`,
  isMet: ({ request }) => headerOf(request, name) !== undefined,
});

export const queryParameter = (name: string): RequestRequirement => ({
  what: `the query parameter "${name}"`,
  isMet: ({ request }) => Boolean(new URL(request.url).searchParams.get(name)),
});

/** The JSON body of a request, or an empty object. */
export const requestBodyOf = ({ request }: Exchange): JsonObject => asObject(jsonOf(request.body)) ?? {};

/** A member of the body that holds something. */
export const bodyMember = (name: string): RequestRequirement => ({
  what: `the member "${name}" of the body`,
  isMet: (exchange) => (requestBodyOf(exchange)[name] ?? null) !== null,
});

/** What an answer says: its body, or the data of each of its events. Each demand asks for it. */
const saidIn = memoize((body: Body): readonly Json[] => {
  const whole = jsonOf(body);
  return whole === undefined ? serverSentEvents(body.text).flatMap(({ json }) => json ?? []) : [whole];
});

/** True where an answer, whole or streamed, holds at any depth an object that fits. */
export function answerHolds({ response }: Exchange, fits: (object: JsonObject) => boolean): boolean {
  const open = [...saidIn(response.body)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...next);
    else if (isJsonObject(next)) {
      if (fits(next)) return true;
      open.push(...Object.values(next));
    }
  }
  return false;
}
