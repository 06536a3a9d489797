import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { Json } from '../../lib/canonical-json.ts';
import { validatorFor } from '../../lib/validator.ts';
import {
  type Adapter,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type ContractErrorName,
  isContractError,
} from '../contract/index.ts';
import { type ProcessAdapterOptions, processAdapter } from './adapter.ts';
import { usualLimits } from './json-lines.ts';
import { HostMessage } from './messages.ts';

const settings: ClientSettings = {
  baseUrl: 'http://127.0.0.1:1',
  model: 'm',
  credentials: { type: 'tokenProvider', getToken: async () => 'very-secret' },
  maxOutputTokens: 10,
  timeout: 1000,
  wait: async () => {},
};
const messages: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hello\u2028there' }] }];

const started: Adapter[] = [];
afterEach(async () => {
  for (const adapter of started.splice(0)) await adapter.process?.stop();
});

/**
 * A process that keeps to the protocol, but where a method is replaced. `replace` is source code: cases of a `switch` over
 * the method, with `say(message)`, `answer(result)`, `fail(error)`, `id`, `params` and `heard`, all messages so far.
 */
const program = (replace = '') => `
  const heard = [];
  const say = (m) => process.stdout.write(typeof m === 'string' ? m : JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n');
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    heard.push(message);
    const { id, method, params } = message;
    const answer = (result) => say({ id, result });
    const fail = (error) => say({ id, error: { code: -32000, ...error } });
    switch (method) {
      ${replace}
      case 'initialize': return answer({ contractVersion: params.contractVersion });
      case 'getResponse': return answer({ pid: process.pid, env: process.env, heard });
      case 'getStreamingResponse':
        say({ method: 'update', params: { request: id, update: { contents: [], responseId: 'a' } } });
        say({ method: 'update', params: { request: id, update: { contents: [], responseId: 'b' } } });
        return answer(null);
      case 'cancel': return;
      default: return answer(null);
    }
  });`;

function adapterOf(source: string, over: Partial<ProcessAdapterOptions> = {}): Adapter {
  const adapter = processAdapter({
    id: 'test-anthropic',
    implementation: 'test',
    providerApi: 'anthropic',
    program: process.execPath,
    arguments: ['-e', source],
    folder: import.meta.dirname,
    prerequisite: 'Install Node.js.',
    ...over,
  });
  started.push(adapter);
  return adapter;
}

interface Said {
  readonly pid: number;
  readonly env: Record<string, string>;
  readonly heard: readonly Record<string, Json>[];
}

const ask = async (adapter: Adapter, signal?: AbortSignal): Promise<Said> => {
  const client = adapter.createClient(settings);
  try {
    return (await client.getResponse(messages, {}, signal ? { signal } : {})) as unknown as Said;
  } finally {
    await client.close();
  }
};

const thrownBy = (work: Promise<unknown>): Promise<Error & Record<string, unknown>> =>
  work.then(
    () => expect.unreachable('nothing was thrown'),
    (error) => error,
  );

/** Whether a process runs. One that has ended and waits for the system to take it off its list does not. */
const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/stat`;
  return !existsSync(status) || !/\) Z /.test(readFileSync(status, 'utf8'));
};

test('one process serves client after client, and hears nothing but the protocol', async () => {
  const adapter = adapterOf(program());
  const first = await ask(adapter);
  const second = await ask(adapter);
  expect(second.pid).toBe(first.pid);
  const heard = second.heard.map((message) => ({ ...message }));
  expect(heard.map(({ method }) => method)).toEqual([
    'initialize',
    ...['createClient', 'getResponse', 'close'],
    ...['createClient', 'getResponse'],
  ]);
  for (const message of heard) expect(validatorFor(HostMessage)(message), JSON.stringify(message)).toBe(true);
  expect(heard[1]).toMatchObject({
    params: { settings: { baseUrl: settings.baseUrl, credentials: { type: 'bearerToken', token: 'very-secret' } } },
  });
  expect(heard[2]).toMatchObject({ params: { messages } });
});

test('its environment is emptied: what it inherits is PATH, and proxies lead nowhere', async () => {
  const { env } = await ask(adapterOf(program(), { environment: { OWN: '1' } }));
  const { PATH, OWN, HTTPS_PROXY, https_proxy: lower, NO_PROXY, ...rest } = env;
  expect({ PATH, OWN, NO_PROXY }).toEqual({ PATH: process.env.PATH, OWN: '1', NO_PROXY: '127.0.0.1' });
  expect(new Set([HTTPS_PROXY, lower])).toEqual(new Set(['http://127.0.0.1:9']));
  expect(Object.keys(rest).sort()).toEqual(['ALL_PROXY', 'HTTP_PROXY', 'all_proxy', 'http_proxy', 'no_proxy']);
});

test('updates come in order, those before an error too', async () => {
  const adapter = adapterOf(
    program(`case 'getStreamingResponse':
      say({ method: 'update', params: { request: id, update: { contents: [], responseId: 'a' } } });
      return fail({ message: 'torn', data: { name: 'WireError' } });`),
  );
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const update of adapter.createClient(settings).getStreamingResponse(messages)) seen.push(update);
  })();
  expect(await thrownBy(reading)).toMatchObject({ name: 'WireError', message: 'torn' });
  expect(seen).toEqual([{ contents: [], responseId: 'a' }]);
});

test('who stops reading a stream cancels it, and the process goes on', async () => {
  const adapter = adapterOf(
    program(`case 'getStreamingResponse':
      return say({ method: 'update', params: { request: id, update: { contents: [] } } });
    case 'cancel':
      return say({ id: params.request, error: { code: -32000, message: 'stopped', data: { name: 'AbortedError' } } });`),
  );
  const before = await ask(adapter);
  for await (const _ of adapter.createClient(settings).getStreamingResponse(messages)) break;
  const after = await ask(adapter);
  expect(after.pid).toBe(before.pid);
  expect(after.heard.some(({ method }) => method === 'cancel')).toBe(true);
});

describe('errors of the contract arrive as such, with their members', () => {
  const all: readonly (readonly [ContractErrorName, object])[] = [
    ['UnsupportedToolError', { tool: 'shell', adapter: 'a', supported: ['function'], rejectedBy: 'bridge' }],
    ['InvalidToolError', { tool: 'x' }],
    ['ProviderError', { status: 529, code: 'overloaded', requestId: 'r', retryAfter: 2000, retryable: true }],
    ['TimeoutError', {}],
    ['AbortedError', {}],
    ['WireError', {}],
  ];
  test.for(all)('%s', async ([name, members]) => {
    const data = JSON.stringify({ name, ...members });
    const adapter = adapterOf(program(`case 'getResponse': return fail({ message: 'why', data: ${data} });`));
    const error = await thrownBy(ask(adapter));
    expect(error).toMatchObject({ name, message: 'why', ...members });
    expect(isContractError(error)).toBe(true);
  });

  test('what is none of them keeps its own name', async () => {
    const adapter = adapterOf(
      program(`case 'getResponse': return fail({ message: 'm', data: { name: 'KeyError' } });`),
    );
    const error = await thrownBy(ask(adapter));
    expect(error).toMatchObject({ name: 'KeyError', message: 'm' });
    expect(isContractError(error)).toBe(false);
  });
});

test('an empty secret, which settings that cannot be used may hold, hides nothing', async () => {
  const adapter = adapterOf(program(`case 'getResponse': say('no line of JSON\\n'); return;`));
  const client = adapter.createClient({ ...settings, credentials: { type: 'apiKey', apiKey: '' } });
  expect((await thrownBy(client.getResponse([]))).message).toContain('no line of JSON');
});

describe('what a process may not do is told, and it is gone', () => {
  const pid = `process.stderr.write('pid ' + process.pid + '\\n');`;
  test.for([
    ['a line that is no JSON', `say('debug: very-secret\\u001b[31m\\n'); return;`, /no JSON.*"debug: •••.*u001b\[31m/s],
    ['bytes that are no UTF-8', `process.stdout.write(Buffer.from([0xff, 0x0a])); return;`, /cannot be read/],
    ['JSON that is no message', `say('[]\\n'); return;`, /not a result/],
    ['a result without an id', `say({ result: 1 }); return;`, /lacks the member "id"/],
    ['an answer to what was never asked', `say({ id: 99, result: 1 }); return;`, /request 99, which was never made/],
    ['two answers', `answer(null); answer(null); return;`, /had been answered/],
    [
      'an update of no request',
      `say({ method: 'update', params: { request: 77, update: {} } }); return;`,
      /request 77/,
    ],
    [
      'an error of the contract without its members',
      `return fail({ message: 'm', data: { name: 'ProviderError' } });`,
      /ProviderError whose data lacks the member "retryable"/,
    ],
    ['an end', `process.exit(3);`, /ended with exit code 3 while it was asked for "getResponse".*its log: pid \d+/s],
    ['an end within a line', `process.stdout.write('{"json', () => process.exit(0)); return;`, /code 0, within a line/],
    ['a death', `process.kill(process.pid, 'SIGKILL'); return;`, /was ended by SIGKILL/],
  ] as const)('%s', async ([, act, expected]) => {
    const adapter = adapterOf(program(`case 'getResponse': ${pid} ${act}`));
    await adapter.process?.start();
    const error = await thrownBy(ask(adapter));
    expect(error.name).toBe('AdapterProcessError');
    expect(error.message).toMatch(expected);
    expect(error.message).not.toContain('very-secret');
    await adapter.process?.stop();
    const [, seen] = /pid (\d+)/.exec(error.message) ?? [];
    if (seen) expect(runs(Number(seen))).toBe(false);
  });

  test('another version of the contract', async () => {
    const adapter = adapterOf(program(`case 'initialize': return answer({ contractVersion: '0.9.0' });`));
    const { message } = await thrownBy(adapter.process?.start() ?? Promise.resolve());
    expect(message).toMatch(/speaks version "0\.9\.0" of the contract, and this suite/);
  });

  test('a crash of one client does not reach the next', async () => {
    const adapter = adapterOf(
      program(
        `case 'getResponse': if (params.options.modelId === 'crash') process.exit(1); return answer({ pid: process.pid });`,
      ),
    );
    const before = await ask(adapter);
    const client = adapter.createClient(settings);
    await thrownBy(client.getResponse(messages, { modelId: 'crash' }));
    await client.close();
    const after = await ask(adapter);
    expect(after.pid).not.toBe(before.pid);
    expect(runs(before.pid)).toBe(false);
  });

  test('a process that ends while no call waits fails no later call, and is reported once', async () => {
    const adapter = adapterOf(
      program(`case 'close': answer(null); return process.stdout.write('', () => process.exit(5));`),
    );
    const before = await ask(adapter);
    await expect.poll(() => runs(before.pid)).toBe(false);
    const after = await ask(adapter);
    expect(after.pid).not.toBe(before.pid);
    expect(adapter.process?.unreported?.()).toMatch(/ended with exit code 5/);
    expect(adapter.process?.unreported?.()).toBeUndefined();
  });

  test('updates without end are cut off at the limit', async () => {
    const adapter = adapterOf(
      program(`case 'getStreamingResponse': {
        const more = () => say({ method: 'update', params: { request: id, update: { contents: [] } } });
        return process.stdout.on('drain', () => { while (more()); }) && void (() => { while (more()); })();
      }`),
      { limits: { ...usualLimits, answer: 100_000 } },
    );
    const reading = (async () => {
      for await (const _ of adapter.createClient(settings).getStreamingResponse(messages));
    })();
    expect((await thrownBy(reading)).message).toMatch(/wrote more than 100000 bytes of updates to one request/);
  });
});

test('a call that hangs when it is cancelled: its process is ended with all that it started, and a new one answers', async () => {
  const adapter = adapterOf(
    program(`case 'getStreamingResponse': {
      const options = { stdio: 'inherit' };
      const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], options);
      return say({ method: 'update', params: { request: id, update: { contents: [], responseId: String(pid) } } });
    }`),
    { limits: { ...usualLimits, grace: 50 } },
  );
  const before = await ask(adapter);
  const ending = new AbortController();
  const stream = adapter.createClient(settings).getStreamingResponse(messages, {}, { signal: ending.signal });
  const reading = stream[Symbol.asyncIterator]();
  const grandchild = Number((await reading.next()).value.responseId);
  const hanging = thrownBy(reading.next());
  ending.abort();
  const after = await ask(adapter);
  expect((await hanging).message).toMatch(/did not answer "getStreamingResponse" within 50 ms after it was cancelled$/);
  expect(after.pid).not.toBe(before.pid);
  expect(runs(before.pid)).toBe(false);
  await expect.poll(() => runs(grandchild)).toBe(false);
});

test('a tool that the process lacks, as it says, is refused before it is asked, with where the library says so', async () => {
  const source = 'https://library.example/tools';
  const adapter = adapterOf(
    program(`case 'initialize': return answer({
      contractVersion: params.contractVersion,
      unsupportedTools: [{ tool: 'shell', source: '${source}' }, { tool: 'bing-grounding', rejectedBy: 'bridge' }],
    });`),
  );
  const client = adapter.createClient(settings);
  const refused = { name: 'UnsupportedToolError', adapter: 'test-anthropic', tool: 'shell', source };
  const shell: ChatOptions = { tools: [{ type: 'shell' }] };
  expect(await thrownBy(client.getResponse(messages, shell))).toMatchObject(refused);
  expect(await thrownBy(client.getStreamingResponse(messages, shell)[Symbol.asyncIterator]().next())).toMatchObject(
    refused,
  );
  const bing: ChatOptions = { tools: [{ type: 'provider-specific', name: 'bing-grounding', settings: {} }] };
  const error = await thrownBy(client.getResponse(messages, bing));
  expect(error).toMatchObject({ tool: 'bing-grounding', rejectedBy: 'bridge' });
  expect(error.supported).toContain('function');
  expect(error.supported).not.toContain('shell');
  expect((await ask(adapter)).heard.filter(({ method }) => method === 'getResponse')).toHaveLength(1);
});

test('a process is sent nowhere but to loopback, and hears nothing of anywhere else', async () => {
  const adapter = adapterOf(program());
  const elsewhere = 'https://127.0.0.1.example';
  for (const places of [{ baseUrl: `${elsewhere}/v1` }, { endpoints: { control: elsewhere } }]) {
    const client = adapter.createClient({ ...settings, ...places });
    expect(await thrownBy(client.getResponse(messages))).toMatchObject({ name: 'TypeError' });
  }
  expect(JSON.stringify((await ask(adapter)).heard)).not.toContain(elsewhere);
});

test('a call that was aborted before it began says nothing', async () => {
  const adapter = adapterOf(program());
  const error = await thrownBy(ask(adapter, AbortSignal.abort()));
  expect(error.name).toBe('AbortedError');
  expect((await ask(adapter)).heard.filter(({ method }) => method === 'getResponse')).toHaveLength(1);
});

test('a process that does not end with its stdin is ended', async () => {
  const limits = { ...usualLimits };
  const adapter = adapterOf(`${program()}; setInterval(() => {}, 1000);`, { limits });
  const { pid } = await ask(adapter);
  limits.grace = 1;
  await adapter.process?.stop();
  expect(runs(pid)).toBe(false);
});

test('a program that is not there is a missing prerequisite, with what to install; a folder that is not is no such thing', async () => {
  const missing = adapterOf('', { program: 'no-such-interpreter', prerequisite: 'Install it.' });
  await expect(missing.process?.start()).rejects.toMatchObject({
    name: 'MissingPrerequisiteError',
    message: '"no-such-interpreter" not found. Install it.',
  });
  await expect(adapterOf('', { folder: '/no/such/folder' }).process?.start()).rejects.toMatchObject({ code: 'ENOENT' });
});
