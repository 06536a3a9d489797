import http, { request as importedRequest } from 'node:http';
import https from 'node:https';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guardReport } from '../network-guard/socket-guard.ts';
import { keepConnected } from './connection.ts';
import { cassette, deckOf, overNodeHttp, post, replay, settings } from './test-fixtures.ts';
import { withTransport } from './with-transport.ts';

const ways = () => [fetch, Request, http.request, https.request, http.ClientRequest];
const usual = ways();

let letGo: () => Promise<void>;
beforeEach(() => {
  letGo = keepConnected();
});
afterEach(() => letGo());

const both = async () => [await (await post()).text(), await overNodeHttp()];

test('what catches requests stays from one conversation to the next, each of which has its own answers', async () => {
  const first = await replay(both);
  const between = ways();
  const second = await replay(both, cassette('{"n":3}', '{"n":4}'));
  expect([first.value, second.value]).toEqual([
    ['{"n":1}', '{"n":2}'],
    ['{"n":3}', '{"n":4}'],
  ]);
  for (const [i, way] of between.entries()) expect(way).not.toBe(usual[i]);
  expect(ways()).toEqual(between);
});

test('when nobody keeps it any more, the process is as it was', async () => {
  const letGoAsWell = keepConnected();
  await replay(both);
  await letGo();
  expect(fetch).not.toBe(usual[0]);
  await letGoAsWell();
  expect(ways()).toEqual(usual);
  expect(importedRequest).toBe(http.request);
  letGo = async () => {};
});

test('what is asked between two conversations is late, belongs to the first, and reaches no network', async () => {
  const before = guardReport();
  const { late } = await replay(both);
  const [asked] = [post('{"late":true}')];
  const second = await replay(both);
  expect(late.map(({ request }) => request.body?.text ?? request.url)).toEqual([expect.stringContaining('messages')]);
  expect([second.late, second.unexpected, second.exchanges.length]).toEqual([[], [], 2]);
  expect(await Promise.race([asked, 'unanswered'])).toBe('unanswered');
  expect(guardReport()).toEqual(before);
});

test.each([
  ['fetch', () => (globalThis.fetch = async () => new Response('forged'))],
  ['https.request', () => (https.request = (() => ({ on: () => ({ end: () => {} }) })) as never)],
])('a conversation that puts something in the place of %s keeps it for itself', async (_, replace) => {
  await replay(both);
  await replay(async () => replace());
  expect((await replay(both)).value).toEqual(['{"n":1}', '{"n":2}']);
});

test('a conversation over a server has the process to itself', async () => {
  await replay(both);
  const deck = deckOf(cassette('{"n":5}'));
  const { value } = await withTransport({ deck, settings, kind: 'server' }, async (transport) => {
    expect(ways()).toEqual(usual);
    const { baseUrl } = transport.settings();
    const answer = await fetch(`${baseUrl}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    return answer.text();
  });
  expect(value).toBe('{"n":5}');
  expect((await replay(both)).value).toEqual(['{"n":1}', '{"n":2}']);
});
