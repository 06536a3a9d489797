/** A `fetch` for tests of bridges: answers in order, and remembers what was asked. */
import type { JsonObject } from '../../../lib/canonical-json.ts';

/** What was sent. */
export interface Asked {
  readonly url: string;
  readonly headers: Headers;
  readonly body: JsonObject;
}

export function fakeFetch(...answers: readonly (() => Response)[]) {
  const asked: Asked[] = [];
  const fetch = async (url: string | URL, init: RequestInit) => {
    const answer = answers[asked.length];
    asked.push({ url: String(url), headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
    if (!answer) throw new TypeError('the test prepared no further answer');
    return answer();
  };
  return { asked, fetch };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** Answers of the form that the caller did not ask for end with an error that this gives back. */
export const thrown = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => undefined).catch((error: unknown) => error);

/** Reads a stream to its end. */
export async function drained(updates: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of updates);
}
