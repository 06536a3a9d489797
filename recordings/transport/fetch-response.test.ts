import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { HttpResponse } from '../format/exchange.ts';
import { fetchResponse } from './fetch-response.ts';

const answer: HttpResponse = {
  status: 200,
  headers: [['content-type', 'application/json']],
  body: { text: '{"half": ' },
  ends: 'never',
};

/** What has come of reading it by the end of this turn. */
async function reading(signal?: AbortSignal): Promise<string> {
  const read = fetchResponse(answer, 'https://api.example/', signal).text();
  const ended = read.then(
    () => 'ended',
    (error: Error) => error.name,
  );
  return Promise.race([ended, setImmediate('waits')]);
}

test('who gives no signal waits for an answer that stops halfway', async () => {
  expect(await reading()).toBe('waits');
});

test('a signal ends the wait', async () => {
  expect(await reading(new AbortController().signal)).toBe('waits');
  expect(await reading(AbortSignal.abort())).toBe('AbortError');
});
