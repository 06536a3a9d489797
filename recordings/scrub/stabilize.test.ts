import { expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import type { Cassette } from '../format/cassette.ts';
import { listCassettes } from '../format/cassette-path.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { readCassettes } from '../format/store.ts';
import { stabilize } from './stabilize.ts';

const json = (body: unknown): HttpResponse => ({
  status: 200,
  headers: [['content-type', 'application/json']],
  body: { text: JSON.stringify(body) },
});

const cassetteOf = (...exchanges: (readonly [asked: unknown, answered: HttpResponse])[]): Cassette => ({
  provenance: { evidence: 'documented', sources: [{ title: 'a test' }], note: 'a test' },
  entries: exchanges.map(([asked, response]) => ({
    request: { method: 'POST', url: 'https://api.example/v1', headers: [], body: { text: JSON.stringify(asked) } },
    response,
  })),
});

const bodies = ({ entries }: Cassette) =>
  entries.map(({ request, response }) =>
    [request.body?.text, response.body.text].map((text) => JSON.parse(text ?? '')),
  );

test('ids that were drawn are counted, keep form and length, and what was one thing stays one thing', () => {
  const before = cassetteOf(
    [{}, json({ id: 'msg_01ZqW7tTnY3', content: [{ id: 'toolu_01AbCdEfGh9' }, { id: 'toolu_02XyZwVuTs8' }] })],
    [
      { tool_use_id: 'toolu_02XyZwVuTs8' },
      json({ text: 'of toolu_01AbCdEfGh9.', traceId: '7d3c0030-5e1a-4f6b-9c20-3a8e0000000a-0' }),
    ],
  );
  expect(bodies(stabilize(before))).toEqual([
    [{}, { id: 'msg_00000000001', content: [{ id: 'toolu_00000000001' }, { id: 'toolu_00000000002' }] }],
    [
      { tool_use_id: 'toolu_00000000002' },
      { text: 'of toolu_00000000001.', traceId: '00000000-0000-4000-8000-000000000001-0' },
    ],
  ]);
});

test('ids that somebody chose stay: those of the caller, and words', () => {
  const before = cassetteOf([
    { agentId: 'AGENT00001', vector_store_ids: ['vs_lodge'] },
    json({ agentId: 'AGENT00001', id: 'call_5', file_id: 'assistant-rules', model_id: 'words-and-more-words' }),
  ]);
  expect(stabilize(before)).toEqual(before);
});

test('times follow each other by the second in the order in which they were, each in its own form', () => {
  const before = cassetteOf([
    {},
    json({
      created_at: 1_763_000_100,
      completed_at: 1_763_000_050.25,
      endTime: '2025-11-13T02:55:00.123456Z',
      timestamp: 1_763_000_000_000,
    }),
  ]);
  expect(bodies(stabilize(before))[0]?.[1]).toEqual({
    created_at: 1_767_225_602,
    completed_at: 1_767_225_601,
    endTime: '2026-01-01T00:00:03.000000Z',
    timestamp: 1_767_225_600_000,
  });
});

const drawnId = /(?<=(?:msg|call|toolu|resp|run|step|thread|asst|fc|ws)_)[A-Za-z0-9]{16,}/g;

/** Other ids of the same form, and later times, as another recording of the same conversation has them; the caller's own stay. */
function drawnAnew(cassette: Cassette, round: number): Cassette {
  const told = new Set<string>();
  const own = new Set<string>();
  for (const { request, response } of cassette.entries) {
    for (const id of JSON.stringify(request).match(drawnId) ?? []) if (!told.has(id)) own.add(id);
    for (const id of JSON.stringify(response).match(drawnId) ?? []) told.add(id);
  }
  const others = (id: string) => id.replaceAll(/[a-e]/g, (letter) => 'abcdefgh'['abcde'.indexOf(letter) + round] ?? '');
  const text = JSON.stringify(cassette)
    .replaceAll(drawnId, (id) => (own.has(id) ? id : others(id)))
    .replaceAll(/(?<=(?:created|_at)\\": ?)\d{10}\b/g, (time) => String(Number(time) + round * 1000));
  return JSON.parse(text);
}

// By day of every fourth file.
test('of every recording: whatever ids are drawn, the same is written; and doing it twice changes nothing', async () => {
  let renamed = 0;
  const all = (await listCassettes())
    .filter((_, i) => isNightly || i % 4 === 0)
    .flatMap((path) => Object.values(readCassettes(path).cassettes).map((cassette) => ({ path, cassette })));
  for (const { path, cassette } of all) {
    const once = stabilize(cassette);
    expect(stabilize(once), path).toEqual(once);
    const another = drawnAnew(cassette, 1);
    if (JSON.stringify(another) === JSON.stringify(cassette)) continue;
    renamed += 1;
    expect(stabilize(another), path).toEqual(once);
  }
  expect(renamed).toBeGreaterThan(isNightly ? 300 : 50);
});
