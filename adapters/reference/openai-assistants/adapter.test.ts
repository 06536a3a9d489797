/** The whole adapter over an in-memory `fetch`: what is sent, what comes back, what is thrown. */
import { afterEach, expect, test, vi } from 'vitest';
import {
  type CallContext,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type ClientSettings,
  isContractError,
} from '../../../spec/contract/index.ts';
import { callInMode, eventStream, fakeFetch, json, type PreparedAnswer } from '../shared/fake-provider.ts';
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
const user = (text: string): ChatMessage => ({ role: 'user', contents: [{ type: 'text', text }] });

const assistant = { id: 'asst_1', object: 'assistant' };
const thread = { id: 'thread_1', object: 'thread' };
const posted = { id: 'msg_0', object: 'thread.message', role: 'user' };
const run = (status: string, more: object = {}) => ({
  id: 'run_1',
  object: 'thread.run',
  thread_id: 'thread_1',
  model: 'gpt-test',
  status,
  usage: null,
  ...more,
});
const usage = { prompt_tokens: 9, completion_tokens: 4 };
const completed = run('completed', { usage });
const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } };
const waiting = run('requires_action', {
  required_action: { type: 'submit_tool_outputs', submit_tool_outputs: { tool_calls: [call] } },
});
const message = (id: string, text: string, more: object = {}) => ({
  id,
  object: 'thread.message',
  role: 'assistant',
  run_id: 'run_1',
  content: [{ type: 'text', text: { value: text, annotations: [] } }],
  attachments: [],
  ...more,
});
const listOf = (...data: object[]) => json({ object: 'list', data, has_more: false });
const made = (): PreparedAnswer[] => [json(assistant), json(thread), json(posted)];
const stream = (...events: (readonly [name: string, data: object])[]) =>
  eventStream(
    `${events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('')}event: done\ndata: [DONE]\n\n`,
  );

const modes = ['complete', 'stream'] as const;
type Mode = (typeof modes)[number];

function serve(...answers: PreparedAnswer[]) {
  const fake = fakeFetch(...answers);
  vi.stubGlobal('fetch', fake.fetch);
  return {
    sent: () => fake.requests.map(({ method, url }) => `${method} ${url.slice('https://openai.test/v1'.length)}`),
    ...fake,
  };
}

async function ask(
  mode: Mode,
  messages: readonly ChatMessage[] = [user('Weather?')],
  options: ChatOptions = {},
  { over = {}, context }: { over?: Partial<ClientSettings>; context?: CallContext } = {},
): Promise<ChatResponse> {
  const client = adapter.createClient({ ...settings, ...over });
  return callInMode(mode, client, messages, options, context);
}

async function failure(asked: Promise<unknown>): Promise<Error> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isContractError(error)) throw new Error('expected an error of the contract', { cause: error });
  expect(error.message).not.toContain(key);
  return error;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('complete: assistant, thread, message, run, polls, steps, messages', async () => {
  const waits: number[] = [];
  const { requests, sent } = serve(
    ...made(),
    json(run('queued')),
    json(run('in_progress')),
    json(completed),
    listOf(),
    listOf(message('msg_1', 'Rain.'), message('msg_other', 'Old.', { run_id: 'run_0' })),
  );
  const options: ChatOptions = { instructions: 'Be short.', temperature: 0, tools: [{ type: 'code-interpreter' }] };
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const response = await ask('complete', [user('Weather?')], options, { over: { wait } });
  expect(sent()).toEqual([
    'POST /assistants',
    'POST /threads',
    'POST /threads/thread_1/messages',
    'POST /threads/thread_1/runs',
    'GET /threads/thread_1/runs/run_1',
    'GET /threads/thread_1/runs/run_1',
    'GET /threads/thread_1/runs/run_1/steps?order=asc',
    'GET /threads/thread_1/messages?order=asc&run_id=run_1',
  ]);
  expect(waits).toEqual([1000, 1000]);
  expect(requests.map(({ body }) => body).slice(0, 4)).toEqual([
    { model: 'gpt-test', instructions: 'Be short.', tools: [{ type: 'code_interpreter' }] },
    {},
    { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
    { assistant_id: 'asst_1', temperature: 0, stream: false },
  ]);
  expect(requests[0]?.headers.get('openai-beta')).toBe('assistants=v2');
  expect(response).toMatchObject({
    messages: [{ role: 'assistant', messageId: 'msg_1', contents: [{ type: 'text', text: 'Rain.' }] }],
    conversationId: 'thread_1',
    responseId: 'run_1',
    finishReason: 'stop',
    usage: { inputTokens: 9, outputTokens: 4 },
  });
});

test('stream: the events of the run say everything', async () => {
  const delta = (value: string) => ({ id: 'msg_1', delta: { content: [{ index: 0, type: 'text', text: { value } }] } });
  const { sent } = serve(
    ...made(),
    stream(
      ['thread.run.created', run('queued')],
      ['thread.message.delta', delta('Ra')],
      ['thread.message.delta', delta('in.')],
      ['thread.message.completed', message('msg_1', 'Rain.')],
      ['thread.run.completed', completed],
    ),
  );
  const { messages, finishReason, usage: spent } = await ask('stream');
  expect(messages[0]?.contents.map((content) => (content.type === 'text' ? content.text : content.type))).toEqual([
    'Rain.',
    '',
  ]);
  expect([finishReason, spent?.outputTokens]).toEqual(['stop', 4]);
  expect(sent().at(-1)).toBe('POST /threads/thread_1/runs');
});

test('results go to the run whose call they answer, wherever the conversation was stored, and nothing is told twice', async () => {
  serve(...made(), json(waiting), listOf(), listOf(message('msg_1', 'I will look.')));
  const first = await ask('complete');
  expect(first.messages[0]?.contents.map(({ type }) => type)).toEqual(['text', 'function-call']);
  const stored: ChatMessage[] = JSON.parse(JSON.stringify([user('Weather?'), ...first.messages]));
  const { requests, sent } = serve(
    json(run('queued')),
    json(completed),
    listOf(),
    listOf(message('msg_1', 'I will look.'), message('msg_2', 'Four degrees.')),
  );
  const result: ChatMessage = {
    role: 'tool',
    contents: [{ type: 'function-result', callId: 'call_1', error: 'offline' }],
  };
  const second = await ask('complete', [...stored, result], { conversationId: 'thread_1' });
  expect(sent()[0]).toBe('POST /threads/thread_1/runs/run_1/submit_tool_outputs');
  expect(requests[0]?.body).toEqual({
    tool_outputs: [{ tool_call_id: 'call_1', output: 'Error: offline' }],
    stream: false,
  });
  expect(second.messages.map(({ messageId }) => messageId)).toEqual(['msg_2']);
});

test('a list is read page by page', async () => {
  const { sent } = serve(
    ...made(),
    json(completed),
    json({ object: 'list', data: [{ id: 'step_1', object: 'thread.run.step' }], has_more: true }),
    listOf(),
    listOf(message('msg_1', 'Rain.')),
  );
  await ask('complete');
  expect(sent().slice(-3, -1)).toEqual([
    'GET /threads/thread_1/runs/run_1/steps?order=asc',
    'GET /threads/thread_1/runs/run_1/steps?order=asc&after=step_1',
  ]);
});

test('one assistant serves all calls that declare the same; everything that was made is deleted', async () => {
  const { sent } = serve(
    ...made(),
    json(completed),
    listOf(),
    listOf(),
    json(posted),
    json(completed),
    listOf(),
    listOf(),
    json({ id: 'thread_1', deleted: true }),
    json({ error: { message: 'gone' } }, 404),
  );
  const client = adapter.createClient(settings);
  const { conversationId } = await client.getResponse([user('A')], {});
  await client.getResponse([user('A'), { role: 'assistant', contents: [] }, user('B')], {
    conversationId: String(conversationId),
  });
  await client.close();
  expect(sent().filter((line) => line === 'POST /assistants')).toHaveLength(1);
  expect(sent().slice(-2)).toEqual(['DELETE /threads/thread_1', 'DELETE /assistants/asst_1']);
});

test('what could not be deleted is said, after all of it was tried', async () => {
  const { sent } = serve(...made(), json(completed), listOf(), listOf(), json({}, 500), json({}));
  const client = adapter.createClient(settings);
  await client.getResponse([user('A')], {});
  expect(await failure(client.close())).toMatchObject({ name: 'ProviderError', status: 500 });
  expect(sent().at(-1)).toBe('DELETE /assistants/asst_1');
});

test.each(modes)('%s: today the API answers 404, which no retry makes better', async (mode) => {
  serve(new Response('', { status: 404 }));
  expect(await failure(ask(mode))).toMatchObject({ name: 'ProviderError', status: 404, retryable: false });
});

const expired = { code: 'expired', retryable: false };
const limited = { code: 'rate_limit_exceeded', retryable: true };
test.each([
  ['failed', { last_error: { code: 'rate_limit_exceeded', message: 'why' } }, limited],
  ['expired', {}, expired],
])('a run that %s is an error, in both modes', async (status, more, expected) => {
  serve(...made(), json(run('queued')), json(run(status, more)));
  expect(await failure(ask('complete'))).toMatchObject({ name: 'ProviderError', status: undefined, ...expected });
  serve(...made(), stream([`thread.run.${status}`, run(status, more)]));
  expect(await failure(ask('stream'))).toMatchObject({ name: 'ProviderError', status: undefined, ...expected });
});

test('a stream that ends before its run is settled is torn', async () => {
  serve(...made(), stream(['thread.run.created', run('queued')]));
  expect(await failure(ask('stream'))).toMatchObject({ name: 'WireError' });
});

test('an answer that is no run breaks the promise of the API', async () => {
  serve(...made(), json({ object: 'thread.run' }));
  expect(await failure(ask('complete'))).toMatchObject({ name: 'WireError' });
});

test('the caller can abort between two polls', async () => {
  const controller = new AbortController();
  serve(...made(), json(run('queued')));
  const wait = () => {
    controller.abort();
    return new Promise<void>(() => {});
  };
  const asked = ask('complete', [user('A')], {}, { over: { wait }, context: { signal: controller.signal } });
  expect(await failure(asked)).toMatchObject({ name: 'AbortedError' });
});

test('waiting between polls costs none of the time that an exchange may take', async () => {
  serve(...made(), json(run('queued')), json(completed), listOf(), listOf());
  vi.useFakeTimers();
  const wait = async () => void vi.advanceTimersByTime(60);
  await expect(ask('complete', [user('A')], {}, { over: { wait, timeout: 40 } })).resolves.toMatchObject({
    finishReason: 'stop',
  });
});
