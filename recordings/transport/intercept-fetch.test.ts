import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBody } from './in-process.ts';
import { interceptFetch } from './intercept-fetch.ts';

const native = { fetch, Request };
const earlier = new Request('https://api.example/earlier', { method: 'POST', body: 'early', headers: { a: '1' } });
const seen: unknown[] = [];
let restore: () => void;

beforeEach(() => {
  seen.length = 0;
  restore = interceptFetch(() => ({
    intercept: async ({ url, method, headers, body }, pass) => {
      const read = await readBody(body);
      seen.push([method, url, Object.fromEntries(headers).a, read?.body.text]);
      await pass({ request: { method, url, headers }, order: 0, sent: read?.sent });
    },
    respond: async () => ({ status: 200, headers: [], body: { text: 'answer' } }),
  }));
});
afterEach(() => restore());

const request = () => new Request('https://api.example/x', { method: 'POST', body: 'given', headers: { a: '1' } });

test('fetch sends a Request with its own options, and with those that the call changes', async () => {
  const asked = request();
  const answered = await fetch(asked);
  await fetch(request(), { headers: { a: '2' } });
  await fetch(new Request(request(), { body: 'other' }));
  expect([await answered.text(), answered.url, asked.bodyUsed]).toEqual(['answer', 'https://api.example/x', true]);
  expect(seen).toEqual([
    ['POST', 'https://api.example/x', '1', 'given'],
    ['POST', 'https://api.example/x', '2', 'given'],
    ['POST', 'https://api.example/x', '1', 'other'],
  ]);
});

test('fetch sends a clone like its original', async () => {
  const asked = request();
  const clone = asked.clone();
  await fetch(asked);
  await fetch(clone);
  expect(seen[1]).toEqual(seen[0]);
});

test('fetch sends the headers that were changed after a Request was made', async () => {
  const asked = request();
  asked.headers.set('a', '3');
  await fetch(asked.clone());
  await fetch(new Request(asked));
  asked.headers.delete('a');
  await fetch(asked);
  expect(seen.map((each) => (each as string[])[2])).toEqual(['3', '3', undefined]);
});

test('fetch sends a Request from before the interception', async () => {
  expect(earlier).toBeInstanceOf(Request);
  await fetch(earlier);
  expect(seen).toEqual([['POST', 'https://api.example/earlier', '1', 'early']]);
});

test('fetch rejects where its arguments are invalid, and throws nothing', async () => {
  const asked = fetch('https://api.example/', { headers: { 'no name': 'x' } });
  await expect(asked).rejects.toThrow(TypeError);
  expect(seen).toEqual([]);
});

test('restoring leaves fetch and Request as they were', () => {
  restore();
  expect({ fetch, Request }).toEqual(native);
});
