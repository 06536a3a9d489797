import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as ask } from 'node:https';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { CassetteSelection } from './cassette-selection.ts';
import { piecesOf } from './stream-chunks.ts';
import { cassette, operations, settings, url } from './test-fixtures.ts';
import { withTransport } from './with-transport.ts';

const text = 'event: a\ndata: {"t":"Kraków, 東京 🦊"}\n\n'.repeat(20);
const stream = [['content-type', 'text/event-stream; charset=utf-8']] as const;
const cutOf = (body: string, headers: readonly (readonly [string, string])[] = stream) =>
  piecesOf({ headers, body: { text: body } }).map((piece) => Buffer.from(piece));

describe('a streamed body', () => {
  it('comes in pieces that are the body again, the same ones each time', () => {
    const pieces = cutOf(text);
    expect(Buffer.concat(pieces).toString()).toBe(text);
    expect(pieces.length).toBeGreaterThan(20);
    expect(cutOf(text)).toEqual(pieces);
    expect(cutOf('')).toEqual([]);
  });

  it('is cut inside every character of several bytes, inside lines, behind names and data, and between the ends of an event', () => {
    const pieces = cutOf(text);
    const whole = pieces.filter((p) => Buffer.from(p.toString()).equals(p)).join('');
    for (const character of ['ó', '東', '京', '🦊']) expect(whole).not.toContain(character);
    const ends = pieces.map((p) => p.toString());
    expect(ends.some((p) => p.endsWith('event: a\n'))).toBe(true);
    expect(ends.some((p) => p.endsWith('}\n') && !p.endsWith('\n\n'))).toBe(true);
    expect(ends.some((p) => !p.endsWith('\n'))).toBe(true);
  });

  it('is what is cut; a document comes whole', () => {
    expect(cutOf(text, [['content-type', 'application/json']])).toHaveLength(1);
    expect(cutOf(text, [['content-type', 'application/vnd.amazon.eventstream']]).length).toBeGreaterThan(1);
  });
});

async function gathered(stream: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const seen: Buffer[] = [];
  for await (const piece of stream) seen.push(piece);
  return seen;
}

describe('a consumer of a stream', () => {
  const played = cassette(text);
  const recorded = {
    ...played,
    entries: played.entries.map((entry) => ({
      request: { ...entry.request, body: { text: '{"stream":true}' } },
      response: { ...entry.response, headers: stream },
    })),
  };
  const deck = () => CassetteSelection.of(recorded, operations, settings.baseUrl);
  const asked = { method: 'POST', body: '{"stream":true}', headers: { 'content-type': 'application/json' } };

  it.for(['in-process', 'server'] as const)('sees several pieces through fetch, %s', async (kind) => {
    const { value } = await withTransport({ deck: deck(), settings, kind }, async (transport) => {
      const { body } = await fetch(`${transport.settings().baseUrl}/v1/messages`, asked);
      const seen: Uint8Array[] = [];
      for await (const piece of body as ReadableStream<Uint8Array>) seen.push(piece);
      return seen;
    });
    expect(Buffer.concat(value).toString()).toBe(text);
    if (kind === 'in-process') expect(value.map((p) => Buffer.from(p))).toEqual(cutOf(text));
  });

  const readers = {
    'its events': (response: IncomingMessage) =>
      new Promise<Buffer[]>((resolve) => {
        const seen: Buffer[] = [];
        response.on('data', (piece: Buffer) => seen.push(piece)).on('end', () => resolve(seen));
      }),
    'for await': (response: IncomingMessage) => gathered(response),
    'a pipe': (response: IncomingMessage) => gathered(response.pipe(new PassThrough())),
  };

  it.for(Object.entries(readers))('sees every piece by itself through node:http, by %s', async ([, read]) => {
    const { value } = await withTransport({ deck: deck(), settings }, async () => {
      const request = ask(url, { method: 'POST', headers: asked.headers }).end(asked.body);
      const [response] = await once(request, 'response');
      return read(response);
    });
    expect(value).toEqual(cutOf(text));
  });
});
