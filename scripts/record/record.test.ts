import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cassettePath, cassettesFolder } from '../../recordings/format/location.ts';
import { readCassette } from '../../recordings/format/read.ts';
import { steady } from '../../recordings/scrub/steady.ts';
import { record as recordAll, type Summary } from './record.ts';
import type { RecordReporting, RecordRequest } from './request.ts';

const secret = 'sk-ant-canary-0123456789abcdef';
let folder: string;
let server: Server;
let baseUrl: string;
/** What the loopback provider answers, in order, per transport. */
let answers: Record<'json' | 'sse', string[]>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'record-'));
  answers = { json: await recordedAnswers('json'), sse: await recordedAnswers('sse') };
  server = createServer(async (request, response) => {
    const { stream } = JSON.parse(await text(request)) as { stream?: boolean };
    const answer = answers[stream ? 'sse' : 'json'].shift();
    response.writeHead(answer === undefined ? 500 : 200, {
      'content-type': stream ? 'text/event-stream; charset=utf-8' : 'application/json',
      'request-id': 'req_loopback',
    });
    response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const location = { providerApi: 'anthropic', tool: 'function-calling', scenario: 'single-call' } as const;

async function recordedAnswers(transport: 'json' | 'sse'): Promise<string[]> {
  const { entries } = await readCassette(cassettePath({ ...location, transport }));
  return entries.map((e) => e.response.body.text);
}

const environment = { ANTHROPIC_API_KEY: secret };

function record(over: Partial<RecordRequest & RecordReporting> = {}, lines: string[] = []): Promise<Summary> {
  const request: RecordRequest = {
    providerApis: ['anthropic'],
    tools: ['function-calling'],
    scenarios: ['single-call'],
    modes: [],
    baseUrl,
    endpoints: [],
    environment,
    dryRun: false,
    concurrency: 2,
    folder,
    ...over,
  };
  return recordAll(request, {
    print: (line) => lines.push(line),
    confirm: async () => true,
    begins: () => {},
    progress: () => {},
    waiting: (line) => lines.push(line),
    signal: new AbortController().signal,
    ...over,
  });
}

/** What came of each conversation. */
const outcomes = ({ conversations }: Summary) => conversations.map(({ mode, outcome }) => `${mode}: ${outcome}`).sort();

test('a scenario is recorded in both modes, and the recording says what the server said', async () => {
  expect(outcomes(await record())).toEqual(['complete: written', 'stream: written']);
  for (const transport of ['json', 'sse'] as const) {
    const ours = await readCassette(cassettePath({ ...location, transport }, folder), folder);
    const theirs = await readCassette(cassettePath({ ...location, transport }, cassettesFolder));
    expect(ours.entries.map((e) => e.response.body)).toEqual(steady(theirs).entries.map((e) => e.response.body));
    expect(ours.entries.map((e) => new URL(e.request.url).pathname)).toEqual(['/v1/messages', '/v1/messages']);
  }
});

test('a recording from loopback is no evidence of the provider, and holds no credential', async () => {
  await record();
  const path = cassettePath({ ...location, transport: 'json' }, folder);
  expect((await readCassette(path, folder)).provenance.evidence).toBe('documented');
  expect(await readFile(path, 'utf8')).not.toContain(secret);
});

test('recording the same conversation twice changes no byte', async () => {
  const path = cassettePath({ ...location, transport: 'sse' }, folder);
  await record({ modes: ['stream'] });
  const first = await readFile(path, 'utf8');
  answers.sse = await recordedAnswers('sse');
  expect(outcomes(await record({ modes: ['stream'] }))).toEqual(['stream: unchanged']);
  expect(await readFile(path, 'utf8')).toBe(first);
});

test('a conversation that does not fulfil its scenario is not written, and the cassette that is there stays', async () => {
  await record({ modes: ['complete'] });
  const path = cassettePath({ ...location, transport: 'json' }, folder);
  const first = await readFile(path, 'utf8');
  // The second answer, without a call, is no answer to the first question.
  answers.json = (await recordedAnswers('json')).reverse();
  expect((await record({ modes: ['complete'] })).conversations).toMatchObject([
    { outcome: 'failed', reason: expect.stringContaining('"name":"get_weather"'), requests: 1 },
  ]);
  expect(await readFile(path, 'utf8')).toBe(first);
});

test('a dry run says what would be called, by name of the key and not by its value, and calls nothing', async () => {
  const lines: string[] = [];
  expect(await record({ dryRun: true }, lines)).toMatchObject({ nothingCalled: true, conversations: [] });
  expect(lines.join('\n')).toContain('ANTHROPIC_API_KEY');
  expect(lines.join('\n')).not.toContain(secret);
  expect(await readdir(folder)).toEqual([]);
  expect(answers.json).toHaveLength(2);
});

test('a missing key, and a provider API that is none, are said before anything is sent', async () => {
  await expect(record({ environment: {} })).rejects.toThrow('ANTHROPIC_API_KEY is not set');
  await expect(record({ providerApis: ['antropic'] })).rejects.toMatchObject({ hint: 'did you mean "anthropic"?' });
  await expect(record({ baseUrl: 'foo' })).rejects.toThrow('"foo" is no URL');
  await expect(record({ scenarios: ['single-cal'] })).rejects.toMatchObject({ hint: 'did you mean "single-call"?' });
});
