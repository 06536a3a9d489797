/** Exchanges for the tests of this folder. */
import type { Exchange, WireTransport } from '../../../recordings/format/exchange.ts';

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

interface Asked {
  readonly path: string;
  readonly body?: unknown;
  readonly status?: number;
}

const exchange = (
  operation: string,
  transport: WireTransport,
  { path, body, status = 200 }: Asked,
  answer: string,
): Exchange => ({
  operation,
  transport,
  request: {
    method: body === undefined ? 'GET' : 'POST',
    url: `https://api.openai.com/v1${path}`,
    headers: [],
    ...(body === undefined ? {} : { body: { text: textOf(body) } }),
  },
  response: {
    status,
    headers: [['content-type', transport === 'json' ? 'application/json' : 'text/event-stream; charset=utf-8']],
    body: { text: answer },
  },
});

/** An operation answered as JSON. */
export const answered = (operation: string, asked: Asked, answer: unknown): Exchange =>
  exchange(operation, 'json', asked, textOf(answer));

/** One that is answered as server-sent events, each with its name. */
export const streamed = (
  operation: string,
  asked: Asked,
  ...events: (readonly [name: string, data: unknown])[]
): Exchange =>
  exchange(operation, 'sse', asked, events.map(([name, data]) => `event: ${name}\ndata: ${textOf(data)}\n\n`).join(''));

export const run = (status: string, more: object = {}) => ({
  id: 'run_1',
  object: 'thread.run',
  thread_id: 'thread_1',
  assistant_id: 'asst_1',
  status,
  ...more,
});

export const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** A message of the assistant with one text. */
export const message = (id: string, value: string, more: object = {}) => ({
  id,
  object: 'thread.message',
  role: 'assistant',
  run_id: 'run_1',
  content: [{ type: 'text', text: { value, annotations: [] } }],
  ...more,
});

export const step = (id: string, details: object, more: object = {}) => ({
  id,
  object: 'thread.run.step',
  run_id: 'run_1',
  status: 'completed',
  step_details: details,
  ...more,
});

export const wrote = (id: string) => ({ type: 'message_creation', message_creation: { message_id: id } });

export const called = (...calls: object[]) => ({ type: 'tool_calls', tool_calls: calls });

const thread = '/threads/thread_1';

/** What leads to a question: an assistant, a thread and what a user says in it. */
export const begun = (assistant: object, said: string): Exchange[] => [
  answered('assistants.create', { path: '/assistants', body: assistant }, { id: 'asst_1', object: 'assistant' }),
  answered('threads.create', { path: '/threads', body: {} }, { id: 'thread_1', object: 'thread' }),
  says(said),
];

export const says = (content: string): Exchange =>
  answered(
    'messages.create',
    { path: `${thread}/messages`, body: { role: 'user', content } },
    { id: 'msg_0', object: 'thread.message' },
  );

export const asks = (body: object = {}, answer: object = run('queued')): Exchange =>
  answered('runs.create', { path: `${thread}/runs`, body: { assistant_id: 'asst_1', ...body } }, answer);

export const polls = (answer: object): Exchange => answered('runs.retrieve', { path: `${thread}/runs/run_1` }, answer);

export const submits = (output: string, answer: object = run('queued')): Exchange => {
  const path = `${thread}/runs/run_1/submit_tool_outputs`;
  return answered(
    'runs.submitToolOutputs',
    { path, body: { tool_outputs: [{ tool_call_id: 'call_1', output }] } },
    answer,
  );
};

export const lists = (kind: 'steps' | 'messages', order: 'asc' | 'desc', ...data: object[]): Exchange => {
  const path = kind === 'steps' ? `${thread}/runs/run_1/steps` : `${thread}/messages`;
  return answered(`${kind}.list`, { path: `${path}?order=${order}` }, { object: 'list', data, has_more: false });
};

/** A run that waits for one function. */
export const waiting = run('requires_action', {
  required_action: {
    type: 'submit_tool_outputs',
    submit_tool_outputs: {
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }],
    },
  },
});
