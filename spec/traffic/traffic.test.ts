/** From invented recordings to what they prove of a cassette. */
import { expect, test } from 'vitest';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { cellTraffic, corroborationOf, isSeenInTraffic } from './corroboration.ts';
import { type Shown, trafficOf } from './gather.ts';
import { enumeratedIn, signaturesOf, type WireWords } from './signatures.ts';
import type { TrafficSource } from './traffic.ts';

const words: WireWords = {
  opaque: new Set(['arguments']),
  enumerated: enumeratedIn([
    { properties: { type: { const: 'search_call' } } },
    { properties: { status: { anyOf: [{ enum: ['completed', 'failed'] }, { type: 'null' }] } } },
  ]),
};

const json = (body: unknown): HttpResponse => ({
  status: 200,
  headers: [['content-type', 'application/json']],
  body: { text: JSON.stringify(body) },
});

const stream = (...events: readonly string[]): HttpResponse => ({
  status: 200,
  headers: [['content-type', 'text/event-stream']],
  body: { text: events.map((event) => `event: ${event}\ndata: {}\n\n`).join('') },
});

test('a signature holds members, types and words of the wire, and nothing that somebody said', () => {
  const call = { type: 'search_call', status: 'completed', query: 'of a caller', arguments: { city: 'Oslo' } };
  expect([...signaturesOf(json({ status: 'of a caller', output: [call] }), words)]).toEqual([
    'member body.status string',
    'member body.output array',
    'member search_call.type string',
    'value search_call.type search_call',
    'member search_call.status string',
    'value search_call.status completed',
    'member search_call.query string',
    'member search_call.arguments object',
  ]);
});

test('of a stream the order of events counts, but for those that keep it open', () => {
  expect([...signaturesOf(stream('begun', 'ping', 'delta', 'delta', 'ended'), words)]).toEqual([
    'event begun',
    'event ping',
    'event delta',
    'order begun > delta',
    'event ended',
    'order delta > ended',
  ]);
});

const recording = (repository: string, about: Partial<TrafficSource>, ...signatures: readonly string[]): Shown => ({
  source: { repository, path: 'a.yaml', commit: 'c0ffee', real: 'yes', ...about },
  signatures: new Set(signatures),
});

const seenBy = (...shown: readonly Shown[]) => trafficOf('anthropic', shown);

test('up to three recordings stand for a signature: real ones first, of other repositories, the newest first', () => {
  const { sources, seen } = seenBy(
    recording('a/a', { captured: '2026-01', path: 'old.yaml' }, 's'),
    recording('a/a', { captured: '2026-03', path: 'new.yaml' }, 's'),
    recording('b/b', { real: 'probably' }, 's'),
    recording('c/c', { captured: '2025-01' }, 's', 't'),
  );
  expect(seen).toEqual([
    { in: [0, 1, 2], signatures: ['s'] },
    { in: [1], signatures: ['t'] },
  ]);
  expect(sources.map(({ repository, path }) => `${repository} ${path}`)).toEqual([
    'a/a new.yaml',
    'c/c a.yaml',
    'b/b a.yaml',
  ]);
});

test('a signature is seen where recordings of two repositories have it that are surely real', () => {
  const traffic = seenBy(
    recording('a/a', { apiVersion: '2023-06-01', toolVersions: ['search_20260101'] }, 'twice', 'once', 'perhaps'),
    recording('b/b', { apiVersion: '2024-01-01' }, 'twice'),
    recording('c/c', { real: 'probably' }, 'perhaps'),
  );
  const cell = cellTraffic(new Set(['twice', 'once', 'perhaps', 'never']), traffic);
  expect(cell).toEqual({
    seen: 1,
    of: 4,
    apiVersions: ['2023-06-01', '2024-01-01'],
    toolVersions: ['search_20260101'],
  });
  expect(isSeenInTraffic(cell)).toBe(false);
  expect(corroborationOf(new Set(['twice', 'once']), traffic).unseen).toEqual(['once']);
  expect(isSeenInTraffic(cellTraffic(new Set(['twice']), traffic))).toBe(true);
  expect(isSeenInTraffic(cellTraffic(new Set(), traffic))).toBe(false);
});

test('a cassette is contradicted where real recordings have another JSON type; null and other words contradict nothing', () => {
  const traffic = seenBy(
    recording('a/a', {}, 'member call.input object', 'value call.status completed'),
    recording('b/b', {}, 'member call.input object', 'value call.status completed'),
  );
  const said = new Set(['member call.input string', 'member call.input null', 'value call.status failed']);
  expect(corroborationOf(said, traffic).mismatches).toEqual([
    { signature: 'member call.input string', real: 'member call.input object' },
  ]);
  expect(cellTraffic(said, traffic).contradicted).toEqual(['member call.input string']);
});
