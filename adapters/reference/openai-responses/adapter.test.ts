/** The whole adapter over an in-memory `fetch`: what is sent, what comes back, what is thrown. */
import { afterEach, expect, test, vi } from 'vitest';
import type { ChatOptions, ClientSettings } from '../../../spec/contract/index.ts';
import {
  callInMode,
  eventStream,
  type FakeFetch,
  failureOf,
  fakeFetch,
  json,
  type PreparedAnswer,
  serverSentEvents,
} from '../shared/fake-provider.ts';
import { createSdk } from '../shared/openai.ts';
import { adapter } from './adapter.ts';

const key = 'sk-test-0123456789';
const settings: ClientSettings = {
  baseUrl: 'https://openai.test',
  model: 'gpt-test',
  credentials: { type: 'apiKey', apiKey: key },
  maxOutputTokens: 64_000,
  timeout: 5000,
  wait: async () => {},
};
const question = 'A question that nobody else may read.';
const usage = { input_tokens: 3, output_tokens: 2 };
const message = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Hi.', annotations: [] }],
};
const answer = { id: 'resp_1', object: 'response', model: 'gpt-test', status: 'completed', output: [message], usage };
const events = [
  { type: 'response.created', response: { ...answer, status: 'in_progress', output: [], usage: null } },
  { type: 'response.output_item.added', output_index: 0, item: { ...message, status: 'in_progress', content: [] } },
  { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'msg_1', delta: 'Hi.' },
  { type: 'response.output_item.done', output_index: 0, item: message },
  { type: 'response.completed', response: answer },
];

const modes = ['complete', 'stream'] as const;
type Mode = (typeof modes)[number];

function serve(...answers: PreparedAnswer[]): FakeFetch {
  const fake = fakeFetch(...answers);
  vi.stubGlobal('fetch', fake.fetch);
  return fake;
}

async function ask(mode: Mode, over: Partial<ClientSettings> = {}, options: ChatOptions = {}) {
  const client = adapter.createClient({ ...settings, ...over });
  const messages = [{ role: 'user' as const, contents: [{ type: 'text' as const, text: question }] }];
  return callInMode(mode, client, messages, options);
}

/** What the call ends with; its words must not show the key or the question. */
const failure = (call: Promise<unknown>) => failureOf(call, key, question);

const answerFor = (mode: Mode) => (mode === 'complete' ? json(answer) : serverSentEvents(events));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const boom = { code: 'server_error', message: 'Boom.' };
test('an error that came without its name, in a stream or as a response', async () => {
  const data = (value: object) => eventStream(`data: ${JSON.stringify(value)}\n\n`);
  serve(data({ type: 'error', ...boom }));
  expect(await failure(ask('stream'))).toMatchObject({ name: 'ProviderError', code: 'server_error' });
  vi.unstubAllGlobals();
  serve(data({ error: boom }));
  expect(await failure(ask('stream'))).toMatchObject({ name: 'ProviderError', code: 'server_error' });
  vi.unstubAllGlobals();
  serve(json({ ...answer, status: 'failed', error: boom }));
  expect(await failure(ask('complete'))).toMatchObject({ name: 'ProviderError', code: 'server_error' });
});

test('neither webhooks nor administration are taken from the environment', () => {
  vi.stubEnv('OPENAI_WEBHOOK_SECRET', 'from-environment');
  vi.stubEnv('OPENAI_ADMIN_KEY', 'from-environment');
  expect(createSdk(settings, { secret: '' })).toMatchObject({ webhookSecret: null, adminAPIKey: null });
});

test.each(modes)('%s: a response that is kept has a conversation to go on with', async (mode) => {
  serve(answerFor(mode));
  expect((await ask(mode)).conversationId).toBe('resp_1');
});

test.each(modes)('%s: what is not kept has no conversation to go on with', async (mode) => {
  serve(answerFor(mode));
  expect((await ask(mode, {}, { store: false })).conversationId).toBeUndefined();
  vi.unstubAllGlobals();
  serve(answerFor(mode));
  expect((await ask(mode, {}, { rawRepresentation: { store: false } })).conversationId).toBeUndefined();
});
