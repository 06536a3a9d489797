/** What is true of every adapter, whatever its API: nothing of the environment, errors of the contract alone, an end in time. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallContext, ChatOptions, ClientSettings } from '../../spec/contract/index.ts';
import { type ExampleProvider, goodAnswers, secret } from './shared/example-providers.ts';
import {
  answerOf,
  callInMode,
  type FakeServer,
  failureOf,
  fakeServer,
  half,
  jsonAnswer,
  type ServedAnswer,
} from './shared/fake-provider.ts';

let server: FakeServer;
/** Where nobody listens. */
let nowhere: string;
beforeAll(async () => {
  server = await fakeServer();
  const gone = await fakeServer();
  nowhere = gone.baseUrl;
  gone.close();
});
afterAll(() => server.close());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const modes = ['complete', 'stream'] as const;
type Mode = (typeof modes)[number];
const question = 'A question that nobody else may read.';
const messages = [{ role: 'user' as const, contents: [{ type: 'text' as const, text: question }] }];

const clientOf = ({ adapter, settings, path = '' }: ExampleProvider, over: Partial<ClientSettings> = {}) =>
  adapter.createClient({
    ...{ baseUrl: server.baseUrl + path, model: 'm', maxOutputTokens: 10, timeout: 5000, wait: async () => {} },
    ...settings,
    ...over,
  });

interface Asking {
  readonly over?: Partial<ClientSettings>;
  readonly options?: ChatOptions;
  readonly context?: CallContext;
}

async function ask(column: ExampleProvider, mode: Mode, { over, options = {}, context = {} }: Asking = {}) {
  const client = clientOf(column, over);
  return callInMode(mode, client, messages, options, context);
}

/** What a call ends with: an error of the contract that shows neither the secret nor the question. */
const failure = (call: Promise<unknown>) => failureOf(call, secret, question);

/** What could have a say from outside: keys, hosts, headers, profiles, proxies, words for the log. */
const elsewhere = 'http://127.0.0.1:9';
const environmentSetups: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_PROFILE', 'ANTHROPIC_CONFIG_DIR'],
      ...['OPENAI_API_KEY', 'OPENAI_ADMIN_KEY', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID', 'OPENAI_WEBHOOK_SECRET'],
      ...['AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_ENDPOINT', 'OPENAI_API_VERSION', 'AZURE_CLIENT_SECRET'],
      ...['GOOGLE_API_KEY', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'],
      ...['MISTRAL_API_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_PROFILE'],
      ...['AWS_BEARER_TOKEN_BEDROCK', 'AWS_REGION', 'AWS_SDK_UA_APP_ID', 'AWS_EXECUTION_ENV', '_X_AMZN_TRACE_ID'],
      // Wrong on purpose: who reads it, fails.
      'MISTRAL_SDK_TELEMETRY',
    ].map((name) => [name, 'from-environment']),
  ),
  ...Object.fromEntries(
    [
      ...['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL', 'GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL'],
      ...['AWS_ENDPOINT_URL', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy'],
    ].map((name) => [name, elsewhere]),
  ),
  GOOGLE_GENAI_USE_VERTEXAI: 'true',
  ...{ ANTHROPIC_LOG: 'debug', OPENAI_LOG: 'debug', MISTRAL_DEBUG: 'true', AZURE_LOG_LEVEL: 'verbose' },
};

const folders = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(`${import.meta.dirname}/${name}/adapter.ts`),
);
/** What each folder of an adapter exports as `example`. */
const examples = await Promise.all(
  folders.map(async (name): Promise<ExampleProvider> => (await import(`./${name}/example.ts`)).example),
);

test('the example of a folder is of its provider API', () => {
  expect(examples.map(({ adapter }) => adapter.providerApi)).toEqual(folders);
});

describe.each(examples.map((column) => [column.adapter.providerApi, column] as const))('%s', (name, column) => {
  const { adapter, before, streamType, stream } = column;
  const lacks: ChatOptions = { tools: [column.lacks] };
  /** As far as an answer comes that does not go on. */
  const beginning = (mode: Mode, then?: (response: ServerResponse) => void): ServedAnswer =>
    mode === 'complete' && column.whole ? half('application/json', '{"id":', then) : half(streamType, stream[0], then);
  /** Answers the question so; what leads to it goes well. */
  const answer = (served: ServedAnswer) => server.serve(...before, served);

  test('says what it is', () => {
    expect(adapter).toMatchObject({ id: `reference-${name}`, implementation: 'reference' });
  });

  test('a stream refuses only when it is read', async () => {
    server.serve();
    const updates = clientOf(column).getStreamingResponse(messages, lacks)[Symbol.asyncIterator]();
    await expect(updates.next()).rejects.toMatchObject({ name: 'UnsupportedToolError' });
  });

  test('aborted between two updates, nothing more comes though it had arrived', async () => {
    const caller = new AbortController();
    server.serve(...goodAnswers(column, 'stream'));
    let updates = 0;
    const read = async () => {
      for await (const _ of clientOf(column).getStreamingResponse(messages, {}, { signal: caller.signal })) {
        updates += 1;
        caller.abort();
      }
    };
    expect(await failure(read())).toMatchObject({ name: 'AbortedError' });
    expect(updates).toBe(1);
  });

  test('a caller who stops reading ends the request, long before a time limit would', { timeout: 60_000 }, async () => {
    const ended = Promise.withResolvers<unknown>();
    answer(beginning('stream', (response) => ended.resolve(once(response, 'close'))));
    // What is said before the answer, such as a warning, may come before the request goes out.
    const client = clientOf(column, { timeout: 600_000 });
    for await (const { contents } of client.getStreamingResponse(messages)) if (contents.length > 0) break;
    await ended.promise;
  });

  test.each<[string, Partial<ClientSettings>]>([
    ['empty credentials', { credentials: { type: 'apiKey', apiKey: '' } }],
    ['credentials of two lines', { credentials: { type: 'bearerToken', token: `${secret}\n${secret}` } }],
    ['a base URL that is none', { baseUrl: 'provider.example' }],
  ])('no client is made with %s', (_title, over) => {
    expect(() => clientOf(column, over)).toThrow(TypeError);
    expect(() => clientOf(column, over)).not.toThrow(secret);
  });

  describe.each(modes)('%s', (mode) => {
    test('asks the base URL with the caller’s credentials, and nothing comes from the environment', async () => {
      for (const [variable, value] of Object.entries(environmentSetups)) vi.stubEnv(variable, value);
      const spies = (['log', 'debug', 'info', 'warn', 'error', 'group'] as const).map((way) => vi.spyOn(console, way));
      const lines: string[][] = [];
      for (const slash of ['', '/']) {
        const answers = goodAnswers(column, mode);
        server.serve(...answers);
        const over = { baseUrl: `${server.baseUrl}${column.path ?? ''}${slash}` };
        expect(await ask(column, mode, { over })).toMatchObject({ finishReason: 'stop', warnings: [] });
        expect(server.asked).toHaveLength(answers.length);
        for (const { headers } of server.asked) {
          expect(JSON.stringify(headers)).toMatch(/callers-secret|Credential=CALLERSKEY/);
          expect(JSON.stringify(headers)).not.toContain('environment');
        }
        lines.push(server.asked.map(({ line }) => line.replace(/[\da-f]{8}-[\da-f-]{27}/, 'session')));
      }
      expect(lines[1]).toEqual(lines[0]);
      for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    });

    test('a tool that the API lacks is refused before a byte is sent', async () => {
      server.serve();
      expect(await failure(ask(column, mode, { options: lacks }))).toMatchObject({
        name: 'UnsupportedToolError',
        tool: column.lacks.type,
        adapter: expect.stringContaining(adapter.id),
      });
      expect(server.asked).toEqual([]);
    });

    test.each<[string, unknown, unknown]>([
      ['messages that are no list', null, {}],
      ['a message that is nothing', [null], {}],
      ['contents that are no list', [{ role: 'user', contents: 5 }], {}],
      ['a tool that is nothing', messages, { tools: [null] }],
      ['options that are nothing', messages, null],
      ['a number no JSON has', messages, { rawRepresentation: { x: 1n } }],
    ])('even this ends in an error of the contract: %s', async (_title, given, options) => {
      server.serve(...before);
      const client = clientOf(column);
      const call =
        mode === 'complete'
          ? client.getResponse(given as never, options as never)
          : client
              .getStreamingResponse(given as never, options as never)
              [Symbol.asyncIterator]()
              .next();
      await failure(call);
      // What leads to the question may have been asked; the question is not.
      expect(server.asked.length).toBeLessThanOrEqual(before.length);
    });

    test('what the provider refuses is told once, with what it says of trying again', async () => {
      const said = `Slow down, ${secret}.`;
      answer(jsonAnswer({ message: said, error: { message: said } }, 429, { 'retry-after': '7' }));
      const refused = { name: 'ProviderError', status: 429, retryAfter: 7000, retryable: true };
      expect(await failure(ask(column, mode))).toMatchObject(refused);
      expect(server.asked).toHaveLength(before.length + 1);
    });

    test('an error page repeats neither the secret nor the question', async () => {
      answer((response) => response.writeHead(502).end(`<html>${secret} ${question}</html>`));
      expect(await failure(ask(column, mode))).toMatchObject({ name: 'ProviderError', status: 502, retryable: true });
    });

    test('a page in place of an answer is a WireError, and so is an answer that breaks off', async () => {
      answer(answerOf('text/html', '<html>nothing to see here, move on please</html>'));
      expect(await failure(ask(column, mode))).toMatchObject({ name: 'WireError' });
      answer(beginning(mode, (response) => response.destroy()));
      expect(await failure(ask(column, mode))).toMatchObject({ name: 'WireError' });
    });

    test('a server that is not there may be tried again', async () => {
      const over = { baseUrl: nowhere + (column.path ?? '') };
      const expected = { name: 'ProviderError', status: undefined, retryable: true };
      expect(await failure(ask(column, mode, { over }))).toMatchObject(expected);
    });

    test('a giver of tokens that fails is not repeated; none is taken where keys alone are', async () => {
      server.serve();
      const getToken = () => Promise.reject(new Error(`cannot refresh ${secret}`));
      const call = async () => ask(column, mode, { over: { credentials: { type: 'tokenProvider', getToken } } });
      if (column.keysAlone) return expect(call()).rejects.toThrow(TypeError);
      const expected = { name: 'ProviderError', code: 'authentication_error', retryable: false };
      expect(await failure(call())).toMatchObject(expected);
      return expect(server.asked).toEqual([]);
    });

    test.each(['no answer', 'half an answer'])('%s ends in time, or with the caller’s patience', async (what) => {
      const served = (then: () => void) => (what === 'no answer' ? then : beginning(mode, then));
      answer(served(() => {}));
      expect(await failure(ask(column, mode, { over: { timeout: 40 } }))).toMatchObject({ name: 'TimeoutError' });
      const caller = new AbortController();
      answer(served(() => caller.abort(new Error(secret))));
      const aborted = await failure(ask(column, mode, { context: { signal: caller.signal } }));
      expect(aborted).toMatchObject({ name: 'AbortedError' });
    });

    test('aborted before it began, nothing is sent', async () => {
      server.serve();
      const context = { signal: AbortSignal.abort() };
      expect(await failure(ask(column, mode, { context }))).toMatchObject({ name: 'AbortedError' });
      expect(server.asked).toEqual([]);
    });
  });
});
