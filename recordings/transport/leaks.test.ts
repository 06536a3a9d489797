import http, { request as importedRequest } from 'node:http';
import https from 'node:https';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { guardReport } from '../network-guard/socket-guard.ts';
import { cassette, overNodeHttp, post, replay, url } from './test-fixtures.ts';

/** Every leak test ends so: nothing of the last case is left, and the next one passes. */
const globals = { fetch, Request, request: https.request, get: http.get, ClientRequest: http.ClientRequest };
async function expectNoTrace(): Promise<void> {
  expect({ fetch, Request, request: https.request, get: http.get, ClientRequest: http.ClientRequest }).toEqual(globals);
  expect(fetch).toBe(globals.fetch);
  expect(importedRequest).toBe(http.request);
  const { value, exchanges, unexpected, unconsumed, late } = await replay(async () => [
    await (await post()).text(),
    await overNodeHttp(),
  ]);
  expect(value).toEqual(['{"n":1}', '{"n":2}']);
  expect([exchanges.length, unexpected, unconsumed, late]).toEqual([2, [], [], []]);
  expect(guardReport().refused).toEqual(refusedBefore);
}
const refusedBefore = guardReport().refused;

describe('a case leaves nothing behind', () => {
  test('that throws', async () => {
    await expect(
      replay(async () => {
        await post();
        throw new RangeError('mine');
      }),
    ).rejects.toThrow(new RangeError('mine'));
    await expectNoTrace();
  });

  test('that hangs', async () => {
    const hanging = replay(() => new Promise(() => {}), cassette('{}'));
    const message = 'every response was delivered, and no timer is set';
    await expect(hanging).rejects.toMatchObject({ name: 'HangError', message });
    await expectNoTrace();
  });

  test('that hangs with a request in flight', async () => {
    const endless = new ReadableStream({ pull: () => new Promise(() => {}) });
    const hanging = replay(
      () => fetch(url, { method: 'POST', body: endless, duplex: 'half' } as RequestInit),
      cassette('{}'),
    );
    await expect(hanging).rejects.toMatchObject({ name: 'HangError' });
    await expectNoTrace();
  });

  test('that throws while a request is in flight', async () => {
    let answered: Promise<string> | undefined;
    await expect(
      replay(async () => {
        answered = post().then((response) => response.text());
        throw new Error('mine');
      }),
    ).rejects.toThrow('mine');
    expect(await answered).toBe('{"n":1}');
    await expectNoTrace();
  });

  test('whose node:http request was never sent', async () => {
    await replay(async () => {
      https
        .request(url, { method: 'POST' })
        .on('error', () => {})
        .write('half a body');
    });
    await expectNoTrace();
  });

  test('that leaks a client: its requests are the old case’s, and go nowhere', async () => {
    const leaked = await replay(async () => {
      const captured = fetch;
      return () => captured(url, { method: 'POST', headers: { authorization: 'very-secret' }, body: '{}' });
    });
    const refused = guardReport().refused.length;
    let settled = false;
    void leaked.value().finally(() => {
      settled = true;
    });
    const next = await replay(async () => {
      void leaked.value();
      return (await post()).text();
    });
    expect(leaked.late).toMatchObject([{ request: { url }, reason: 'the case had ended' }, { request: { url } }]);
    expect(JSON.stringify(leaked.late)).not.toContain('very-secret');
    expect(next).toMatchObject({ value: '{"n":1}', late: [], exchanges: [{}] });
    await setImmediate();
    expect(settled).toBe(false);
    expect(guardReport().refused).toHaveLength(refused);
    await expectNoTrace();
  });

  test('that aborts its request', async () => {
    await replay(async () => {
      const aborter = new AbortController();
      const asked = fetch(url, { method: 'POST', body: '{}', signal: aborter.signal });
      aborter.abort();
      await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    });
    await expectNoTrace();
  });
});

test('a second transport at the same time is refused, and the first goes on', async () => {
  const { value } = await replay(async () => {
    await expect(replay(async () => {})).rejects.toThrow(/another transport is open in this process/);
    return (await post()).text();
  });
  expect(value).toBe('{"n":1}');
  await expectNoTrace();
});

test('a cassette of other operations is refused before anything is patched', async () => {
  const foreign = {
    ...cassette(),
    entries: cassette('{}').entries.map((e) => ({ ...e, request: { ...e.request, method: 'PUT' } })),
  };
  await expect(replay(async () => {}, foreign)).rejects.toMatchObject({ name: 'UserError' });
  await expectNoTrace();
});
