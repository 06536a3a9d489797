import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../cli.ts';
import { schemasText } from '../published-schemas.ts';
import { corpusCommand, evidenceCommand, schemasCommand } from './maintenance.ts';

let directory: string;
let before: { exitCode: typeof process.exitCode; corpus: string | undefined };
beforeEach(async () => {
  before = { exitCode: process.exitCode, corpus: process.env.CORPUS_DIR };
  process.exitCode = undefined;
  directory = await mkdtemp(join(tmpdir(), 'corpus-'));
  process.env.CORPUS_DIR = directory;
});
afterEach(async () => {
  process.exitCode = before.exitCode;
  if (before.corpus === undefined) delete process.env.CORPUS_DIR;
  else process.env.CORPUS_DIR = before.corpus;
  await rm(directory, { recursive: true });
});

async function corpus(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['corpus', ...argv], io, [corpusCommand]);
  return { code: code || process.exitCode, stdout, stderr };
}

async function put(folder: string, ...exchanges: object[]) {
  await mkdir(join(directory, folder), { recursive: true });
  const file = { id: `${folder}/0`, provider_api: folder, tools_declared: [], tools_called: [], exchanges };
  await writeFile(join(directory, folder, '0.json'), JSON.stringify(file));
}

const usage = { input_tokens: 9, output_tokens: 4 };
const content = [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } }];
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-example',
  content,
  stop_reason: 'tool_use',
  usage,
};
const request = {
  method: 'POST',
  url: '/v1/messages',
  json: { model: 'claude-example', max_tokens: 64, messages: [{ role: 'user', content: 'Weather in Oslo?' }] },
};
const complete = { request, response: { status: 200, json: message }, stream: false };
const streamed = {
  request: null,
  response: {
    status: null,
    events_from: 'ndjson',
    events: [
      { event: null, data: { type: 'message_start', message: { ...message, content: [], stop_reason: null } } },
      { event: null, data: { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } },
      {
        event: null,
        data: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Four degrees.' } },
      },
      { event: null, data: { type: 'content_block_stop', index: 0 } },
      { event: null, data: { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } } },
      { event: null, data: { type: 'message_stop' } },
    ],
  },
  stream: true,
};

test('an adapter in another process reads it too, over a server', async () => {
  const asked = { model: 'm', messages: [{ role: 'user', content: 'Weather in Oslo?' }] };
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Four degrees.' }, finish_reason: 'stop' }];
  const exchange = {
    request: { method: 'POST', url: '/v1/chat/completions', json: asked },
    response: { status: 200, json: { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm', choices } },
    stream: false,
  };
  await put('openai-chat', exchange);
  const { code, stdout } = await corpus('--adapter', 'python-example', '--json');
  expect(JSON.parse(stdout).providers).toMatchObject([
    { adapter: 'python-example-openai-chat', exchanges: 1, read: 1 },
  ]);
  expect(code).toBeUndefined();
});

test('reads traffic with the reference adapter, over the transport of every case', async () => {
  await put('anthropic-messages', complete, streamed);
  const { code, stdout, stderr } = await corpus('--json');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    providers: [
      { providerApi: 'anthropic', exchanges: 2, read: 2, facts: 12, lost: 0, changed: 0, errors: 0, unread: [] },
    ],
    skipped: [],
  });
  expect(code).toBeUndefined();
});

test('names the traffic that an implementation has no adapter for', async () => {
  await put('anthropic-messages', complete);
  await put('openai-assistants', complete);
  const { stdout } = await corpus('--adapter', 'ai-sdk', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    providers: [{ providerApi: 'anthropic', read: 1 }],
    skipped: [{ providerApi: 'openai-assistants', files: 1, reason: '"ai-sdk" has no adapter for it' }],
  });
});

test('prints a table', async () => {
  await put('anthropic-messages', complete);
  const { stdout } = await corpus('--provider', 'anthropic');
  expect(stdout.split('\n')[1]?.split(/ +/)).toEqual([
    'anthropic',
    'reference-anthropic',
    ...['1', '1', '1', '1', '6', '0', '0', '0', '0', '0', '0'],
  ]);
});

test('fails, with file and place, where an adapter cannot read something', async () => {
  const strange = { ...message, content: [{ type: 'text', text: 5 }] };
  await put('anthropic-messages', complete, { ...complete, response: { status: 200, json: strange } });
  const { code, stdout } = await corpus('--provider', 'anthropic');
  expect(code).toBe(1);
  expect(stdout).toMatch(/anthropic: errors \(1\)\n {2}anthropic-messages\/0\.json exchanges\[1\]: .*WireError/);
});

test('fails where nothing could be read', async () => {
  await put('cohere-chat', complete);
  const { code, stdout } = await corpus();
  expect(code).toBe(1);
  expect(stdout).toContain('no exchange was read');
  expect(stdout).toContain('cohere-chat (1 files)');
});

test.each([
  [['--provider', 'antropic'], '--provider: unknown provider API "antropic"\n  → did you mean "anthropic"?'],
  [['--adapter', 'referense'], '--adapter: unknown implementation "referense"\n  → did you mean "reference"?'],
  [['--provider', 'google'], 'the corpus has no traffic of "google"'],
  [
    ['--provider', 'openai-assistants', '--adapter', 'ai-sdk'],
    'cannot read the traffic of "openai-assistants": "ai-sdk" has no adapter for it',
  ],
])('%j is refused', async (argv, message) => {
  await put('anthropic-messages', complete);
  await put('openai-assistants', complete);
  const { code, stdout, stderr } = await corpus(...argv);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('a missing corpus is said, with what to do', async () => {
  delete process.env.CORPUS_DIR;
  const { code, stderr } = await corpus('--provider', 'anthropic');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: CORPUS_DIR is not set\n {2}→ set CORPUS_DIR to the directory/);
});

test('says what it wrote, or that schemas/ is what its sources say', () => {
  expect(schemasText([], {})).toBe('schemas/ is what its sources say\n');
  expect(schemasText([], { check: true, sample: 2 })).toBe('schemas/, of 2 wires, is what its sources say\n');
  expect(schemasText(['a.json'], {})).toBe('written: schemas/a.json\n');
});

test('--check says what is stale, and what mends it', () => {
  expect(schemasText(['a.json'], { check: true })).toBe('stale: schemas/a.json\nrun: npm run schemas\n');
});

test('--json is one document', () => {
  expect(JSON.parse(schemasText(['a.json'], { check: true, json: true }))).toEqual({ stale: ['schemas/a.json'] });
});

test('--sample chooses among what --check looks at', async () => {
  let stderr = '';
  const io = { stdout: () => {}, stderr: (text: string) => (stderr += text) };
  expect(await main(['schemas', '--sample', '2'], io, [schemasCommand])).toBe(2);
  expect(stderr).toContain('--check');
});

async function evidence(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  return { code: await main(['evidence', ...argv], io, [evidenceCommand]), stdout, stderr };
}

test('says of each cell what real traffic shows, and of which versions it is', async () => {
  const { code, stdout } = await evidence('anthropic/web-search');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^web-search\/anthropic {2}\d+ of \d+ seen in real traffic; cassettes of [^;]+; traffic of 2023-06-01,[^\n]*\n$/,
  );
  expect((await evidence('web-search', '--json')).stdout).toMatch(/^\[\n {2}\{\n {4}"cell": "web-search\//);
});

test('the queue names a command for each recording, ordinary conversations first', async () => {
  const { code, stdout } = await evidence('--queue', 'anthropic/web-search');
  expect(code).toBe(0);
  const tiers = stdout
    .split('\n')
    .flatMap(
      (line) => /^(core|extended|edge) .* npm run atc -- record anthropic\/web-search\/[\w-]+$/.exec(line)?.[1] ?? [],
    );
  expect(tiers.length).toBeGreaterThan(0);
  expect(tiers).toEqual(tiers.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  const [first] = JSON.parse((await evidence('--queue', 'anthropic/web-search', '--json')).stdout);
  expect(first).toMatchObject({
    tier: 'core',
    unseen: expect.arrayContaining([expect.stringMatching(/^(member|value|event|order) /)]),
  });
});

const order = ['core', 'extended', 'edge'];

test.for([
  ['antropic', 'unknown provider API "antropic"'],
  ['anthropic/web-serch', 'unknown tool "web-serch"'],
])('exits with 2 where there is no %s', async ([what = '', message = '']) => {
  const { code, stderr } = await evidence('--queue', what);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
