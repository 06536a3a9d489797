/** Real recordings of every format, held against what the corpus says of them: CORPUS_SAMPLES_DIR names their folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createParser } from 'eventsource-parser';
import { expect, test } from 'vitest';
import { bytesOf } from '../format/body.ts';
import { splitFrames } from '../format/event-stream.ts';
import type { Body } from '../format/exchange.ts';
import { readForeign } from './detect-format.ts';
import type { ReadExchange } from './to-exchange.ts';

const corpus = (process.env.CORPUS_DIR ?? '').split(delimiter);
const samples = process.env.CORPUS_SAMPLES_DIR ?? '';

/** A row of the table in the README of the samples. */
interface Sample {
  readonly file: string;
  readonly format: string;
  readonly id: string;
  readonly exchanges: number;
}

const formatIds: Readonly<Record<string, string>> = {
  'VCR YAML': 'vcrpy',
  'Polly HAR': 'polly',
  'nock JSON': 'nock',
  'go-vcr YAML': 'go-vcr',
  'VCR (Ruby) YAML': 'ruby-vcr',
  'test-proxy session JSON': 'test-proxy',
  'httpmock YAML': 'httpmock',
};

function listed(): Sample[] {
  const rows = readFileSync(join(samples, 'README.md'), 'utf8').matchAll(
    /^\| (\S+\.\w+) \| ([^|]+) \| (\S+) \| (\d+) \|/gm,
  );
  return [...rows].map(([, file = '', format = '', id = '', exchanges]) => ({
    file,
    format: format.trim(),
    id,
    exchanges: Number(exchanges),
  }));
}

/** What the corpus keeps of an exchange. */
interface Normalised {
  readonly request: { readonly method: string; readonly url: string; readonly json?: unknown };
  readonly response: {
    readonly status: number;
    readonly json?: unknown;
    readonly events?: readonly { readonly event: string | null; readonly data: unknown }[];
    readonly sse_text?: string;
    readonly frames?: readonly { readonly headers: object; readonly json: unknown }[];
  };
}

function normalisedOf(id: string): readonly Normalised[] {
  const path = corpus.map((directory) => join(directory, `${id}.json`)).find(existsSync);
  return JSON.parse(readFileSync(path ?? expect.fail(`the corpus has no ${id}`), 'utf8')).exchanges;
}

function asNormalised({ request, response }: ReadExchange, like: Normalised): Normalised {
  const { body } = response;
  const { json, events, sse_text: text, frames } = like.response;
  return {
    request: {
      method: request?.method ?? '',
      url: withoutKey(request?.url ?? ''),
      json: JSON.parse(request?.body?.text ?? 'null'),
    },
    response: {
      status: response.status,
      ...(json === undefined ? {} : { json: JSON.parse(body.text) }),
      ...(events ? { events: eventsIn(body) } : {}),
      ...(text === undefined ? {} : { sse_text: body.text }),
      ...(frames ? { frames: framesIn(body) } : {}),
    },
  };
}

function eventsIn({ text }: Body) {
  const events: { event: string | null; data: unknown }[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ event: event ?? null, data: dataOf(data) }),
  });
  parser.feed(text);
  return events;
}

const framesIn = (body: Body) =>
  splitFrames(bytesOf(body)).frames.map(({ headers, payload }) => ({
    headers: Object.fromEntries(headers as readonly (readonly [string, string])[]),
    json: JSON.parse(Buffer.from(payload).toString('utf8')),
  }));

function dataOf(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

const withoutKey = (url: string): string => url.replace(/([?&]key=)[^&]*/, '$1REDACTED');

test('every sample holds the exchanges that its table says, with the bodies that the corpus has of it', (context) => {
  if (samples === '') context.skip('CORPUS_SAMPLES_DIR is not set');
  const table = listed();
  expect(table.map(({ file }) => file).sort()).toEqual(
    readdirSync(samples)
      .filter((name) => name !== 'README.md')
      .sort(),
  );
  for (const { file, format, id, exchanges } of table) {
    const recording = readForeign(join(samples, file));
    expect(recording.format.id, file).toBe(formatIds[format]);
    expect([recording.exchanges.length, recording.leftOut], file).toEqual([exchanges, []]);
    const normalised = normalisedOf(id);
    const read = recording.exchanges.map((exchange, index) =>
      asNormalised(exchange, normalised[index] ?? expect.fail(file)),
    );
    expect(read, file).toEqual(
      normalised.map(({ request, response: { status, json, events, sse_text: text, frames } }) => ({
        request: { method: request.method, url: request.url, json: request.json },
        response: {
          status,
          ...(json === undefined ? {} : { json }),
          ...(events ? { events: events.map(({ event, data }) => ({ event, data })) } : {}),
          ...(text === undefined ? {} : { sse_text: text }),
          ...(frames ? { frames } : {}),
        },
      })),
    );
  }
});
