import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { cassettePath, cassettesFolder, listCassettes } from '../../recordings/format/cassette-path.ts';
import { readCassette } from '../../recordings/format/store.ts';
import { stabilize } from '../../recordings/scrub/stabilize.ts';
import { serveProvider } from '../serve/provider.ts';
import { dayPlayer } from './day-player.ts';
import type { RecordRequest } from './plan.ts';
import { type RecordReporting, record as recordAll, type Summary } from './record.ts';

/** The servers of these tests are in the process that records: what they ask each other is no part of the recording. */
const plainFetch = globalThis.fetch;

const secret = 'sk-ant-canary-0123456789abcdef';
let folder: string;
let server: Server;
let baseUrl: string;
/** What the loopback provider answers, in order, per transport. */
let answers: Record<'json' | 'sse', string[]>;

/** How many requests are refused first, and for how many seconds. */
let refusals = 0;
let retryAfter = '0';

/** The scenario recorded in both modes, once for all tests that begin with it. */
const whole = { folder: '', outcomes: [] as string[] };

beforeAll(async () => {
  await begin();
  whole.outcomes = outcomes(await record());
  whole.folder = folder;
  await close();
});

afterAll(() => rm(whole.folder, { recursive: true, force: true }));

beforeEach(begin);

afterEach(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

async function begin(): Promise<void> {
  refusals = 0;
  retryAfter = '0';
  folder = await mkdtemp(join(tmpdir(), 'record-'));
  answers = { json: await recordedAnswers('json'), sse: await recordedAnswers('sse') };
  server = createServer(async (request, response) => {
    const { stream } = JSON.parse(await text(request)) as { stream?: boolean };
    if (refusals-- > 0) {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': retryAfter });
      return response.end('{"type":"error","error":{"type":"rate_limit_error","message":"Slow down."}}');
    }
    const answer = answers[stream ? 'sse' : 'json'].shift();
    response.writeHead(answer === undefined ? 500 : 200, {
      'content-type': stream ? 'text/event-stream; charset=utf-8' : 'application/json',
      'request-id': 'req_loopback',
    });
    return response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const location = { providerApi: 'anthropic', tool: 'function-calling', scenario: 'call-single' } as const;

async function recordedAnswers(transport: 'json' | 'sse'): Promise<string[]> {
  const { entries } = await readCassette(cassettePath(location), transport);
  return entries.map((e) => e.response.body.text);
}

const environment = { ANTHROPIC_API_KEY: secret };

function record(over: Partial<RecordRequest & RecordReporting> = {}, lines: string[] = []): Promise<Summary> {
  const request: RecordRequest = {
    cases: ['anthropic/function-calling/call-single'],
    baseUrls: [baseUrl],
    resources: [],
    makesResources: false,
    environment,
    dryRun: false,
    folder,
    player: dayPlayer,
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
  expect(whole.outcomes).toEqual(['complete: written', 'stream: written']);
  for (const transport of ['json', 'sse'] as const) {
    const ours = await readCassette(cassettePath(location, whole.folder), transport, whole.folder);
    const theirs = await readCassette(cassettePath(location), transport, cassettesFolder);
    expect(ours.entries.map((e) => e.response.body)).toEqual(stabilize(theirs).entries.map((e) => e.response.body));
    expect(ours.entries.map((e) => new URL(e.request.url).pathname)).toEqual(['/v1/messages', '/v1/messages']);
  }
});

test('a recording from loopback is no evidence of the provider, and holds no credential', async () => {
  const path = cassettePath(location, whole.folder);
  expect((await readCassette(path, 'json', whole.folder)).provenance.evidence).toBe('documented');
  expect(await readFile(path, 'utf8')).not.toContain(secret);
});

test('recording the same conversation twice changes no byte', async () => {
  const path = cassettePath(location, folder);
  await cp(whole.folder, folder, { recursive: true });
  const first = await readFile(path, 'utf8');
  expect(outcomes(await record({ cases: ['anthropic/function-calling/call-single/stream'] }))).toEqual([
    'stream: unchanged',
  ]);
  expect(await readFile(path, 'utf8')).toBe(first);
});

test('a conversation that does not fulfil its scenario is not written, and the cassette that is there stays', async () => {
  await cp(whole.folder, folder, { recursive: true });
  const path = cassettePath(location, folder);
  const first = await readFile(path, 'utf8');
  // The second answer, without a call, is no answer to the first question.
  answers.json = (await recordedAnswers('json')).reverse();
  expect((await record({ cases: ['anthropic/function-calling/call-single/complete'] })).conversations).toMatchObject([
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

test('who does not agree is not called', async () => {
  expect(await record({ confirm: async () => false })).toMatchObject({ nothingCalled: true });
  expect(answers.json).toHaveLength(2);
});

test('a provider that is busy is asked again when it says so, and its refusal is not in the recording', async () => {
  refusals = 2;
  const lines: string[] = [];
  expect(
    (await record({ cases: ['anthropic/function-calling/call-single/complete'] }, lines)).conversations,
  ).toMatchObject([{ outcome: 'written', requests: 4 }]);
  expect(lines.filter((line) => line.includes('busy'))).toHaveLength(2);
  const path = cassettePath(location, folder);
  expect((await readCassette(path, 'json', folder)).entries.map(({ response }) => response.status)).toEqual([200, 200]);
});

test('one that is busy for longer than anybody waits is left alone', async () => {
  refusals = 1;
  retryAfter = '86400';
  expect((await record({ cases: ['anthropic/function-calling/call-single/complete'] })).conversations).toMatchObject([
    { outcome: 'failed', reason: expect.stringContaining('the provider is busy'), requests: 1 },
  ]);
});

test('who has only some of the keys records what they are for', async () => {
  const lines: string[] = [];
  await record(
    {
      cases: ['call-single', 'surface-azure-openai'].map((id) => `openai-chat/function-calling/${id}/complete`),
      environment: { OPENAI_API_KEY: secret },
      dryRun: true,
    },
    lines,
  );
  expect(lines.join('\n')).toMatch(
    /surface-azure-openai\.json#json \(\d requests?, not tried: AZURE_OPENAI_\w+ is not set\)/,
  );
  expect(lines.join('\n')).toMatch(/call-single\.json#json \(2 requests\)/);
});

test('a store that a scenario searches is made for it, called by its own id there and by its name in the recording', async () => {
  const provider = await serveProvider({ providerApi: 'openai-responses', tls: false });
  const seen: string[] = [];
  // Stores and files are its own; anything else is the provider's, which knows a store by the name that its recording has.
  const inFront = createServer(async (request, response) => {
    const body = await text(request);
    const line = `${request.method} ${request.url}`;
    if (/\/(files|vector_stores)/.test(line)) {
      seen.push(line.replace(/^(\w+) .*\/v1/, '$1 '));
      return response.end(
        JSON.stringify({ id: line.includes('files') ? 'file-9Xk' : 'vs_90aF7c3', status: 'completed' }),
      );
    }
    expect(body).toContain('vs_90aF7c3');
    expect(body).not.toContain('vs_lodge');
    const headers = { 'content-type': 'application/json' };
    const answer = await plainFetch(new URL(provider.baseUrl).origin + request.url, { method: 'POST', headers, body });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    return response.end((await answer.text()).replaceAll('vs_lodge', 'vs_90aF7c3'));
  });
  await new Promise<void>((resolve) => inFront.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = inFront.address() as AddressInfo;
    const { conversations, leftBehind } = await record({
      cases: ['openai-responses/search-and-retrieval/file-search-basic/complete'],
      baseUrls: [`http://127.0.0.1:${port}/{tool}/{scenario}/{mode}`],
      environment: { OPENAI_API_KEY: secret },
      makesResources: true,
    });
    expect(conversations).toMatchObject([{ outcome: 'written' }]);
    expect(leftBehind).toEqual([]);
    expect(seen).toEqual([
      'POST /files',
      'POST /vector_stores',
      'GET /vector_stores/vs_90aF7c3',
      'DELETE /vector_stores/vs_90aF7c3',
      'DELETE /files/file-9Xk',
    ]);
    const [path] = await listCassettes(folder);
    const written = await readFile(path ?? '', 'utf8');
    expect(written).toContain('vs_lodge');
    expect(written).not.toContain('vs_90aF7c3');
  } finally {
    inFront.closeAllConnections();
    inFront.close();
    await provider.close();
  }
});

test('what cannot be removed at the provider is told of', async () => {
  const provider = await serveProvider({ providerApi: 'openai-assistants', tls: false });
  // Passes everything on but deletions of threads.
  const inFront = createServer(async (request, response) => {
    if (request.method === 'DELETE' && request.url?.includes('/threads/')) return response.writeHead(403).end('{}');
    const body = request.method === 'POST' ? { body: await text(request) } : {};
    const headers = { 'content-type': 'application/json' };
    const url = new URL(provider.baseUrl).origin + request.url;
    const answer = await plainFetch(url, { method: request.method ?? 'GET', headers, ...body });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    return response.end(await answer.text());
  });
  await new Promise<void>((resolve) => inFront.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = inFront.address() as AddressInfo;
    const { conversations, leftBehind } = await record({
      cases: ['openai-assistants/function-calling/call-single/complete'],
      baseUrls: [`http://127.0.0.1:${port}/{tool}/{scenario}/{mode}`],
      environment: { OPENAI_API_KEY: secret },
    });
    expect(leftBehind).toEqual([{ providerApi: 'openai-assistants', what: expect.stringMatching(/^thread "thread_/) }]);
    expect(conversations).toHaveLength(1);
  } finally {
    inFront.closeAllConnections();
    inFront.close();
    await provider.close();
  }
});

test('a missing key, and a provider API that is none, are said before anything is sent', async () => {
  await expect(record({ environment: {} })).rejects.toThrow('ANTHROPIC_API_KEY is not set');
  await expect(record({ cases: ['antropic/shell'] })).rejects.toMatchObject({ hint: 'did you mean "anthropic"?' });
  await expect(record({ baseUrls: ['foo'] })).rejects.toThrow('"foo" is not a URL');
  await expect(record({ baseUrls: ['control=http://127.0.0.1:1'] })).rejects.toThrow('missing URL of the provider API');
  await expect(record({ cases: ['call-singl'] })).rejects.toMatchObject({ hint: 'did you mean "call-single"?' });
});
