/** For tests: what the examples of provider APIs share. An example says "Hi." with as little as it takes: `<provider API>/example.ts`. */
import type { Adapter, ClientSettings, Tool } from '../../../spec/contract/index.ts';
import { answerOf, jsonAnswer, type ServedAnswer } from './fake-provider.ts';

export interface ExampleProvider {
  readonly adapter: Adapter;
  readonly settings: Pick<ClientSettings, 'credentials' | 'parameters'>;
  /** Added to the host, where a base URL is more than that. */
  readonly path?: string;
  /** Keys are all that it takes, and no token is. */
  readonly keysAlone?: true;
  /** A tool that the API does not have. */
  readonly lacks: Tool;
  /** Answers that lead to the question, such as a thread. */
  readonly before: readonly ServedAnswer[];
  /** What is answered to who asks for a whole answer; a stream all the same where this is absent. */
  readonly whole?: readonly ServedAnswer[];
  readonly streamType: string;
  /** The stream in two pieces; by the first, something can be told already. */
  readonly stream: readonly [begins: string | Buffer, rest: string | Buffer];
}

/** The credentials of all examples. Nothing that is thrown may show it. */
export const secret = 'callers-secret-0123456789';

export const key = { credentials: { type: 'apiKey', apiKey: secret } } as const;
export const aws = {
  credentials: { type: 'awsKeys', accessKeyId: 'CALLERSKEY', secretAccessKey: secret },
  parameters: { region: 'eu-north-1' },
} as const;
export const shell: Tool = { type: 'shell' };
export const image: Tool = { type: 'image-generation' };
export const sse = 'text/event-stream';
export const frames = 'application/vnd.amazon.eventstream';

export const named = (...events: readonly { readonly type: string; readonly [member: string]: unknown }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
export const chunks = (...events: readonly object[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

const item = {
  ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text: 'Hi.', annotations: [] }],
};
const response = { id: 'resp_1', object: 'response', model: 'm', status: 'completed', output: [item], usage: null };
const completion = {
  ...{ id: 'c', model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }],
};
const delta = (content: string, finish: string | null) => ({
  ...{ id: 'c', model: 'm' },
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
});
const run = { id: 'run_1', object: 'thread.run', thread_id: 'thread_1', model: 'm', status: 'completed', usage: null };
const said = {
  ...{ id: 'msg_1', object: 'thread.message', role: 'assistant', run_id: 'run_1', attachments: [] },
  content: [{ type: 'text', text: { value: 'Hi.', annotations: [] } }],
};
const grown = { id: 'msg_1', delta: { content: [{ index: 0, type: 'text', text: { value: 'Hi.' } }] } };
const runEvents = (...events: readonly (readonly [name: string, data: unknown])[]) =>
  events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
const listOf = (...data: readonly object[]) => jsonAnswer({ object: 'list', data, has_more: false });

export const chat = {
  before: [],
  whole: [jsonAnswer(completion)],
  streamType: sse,
  stream: [chunks(delta('Hi', null)), `${chunks(delta('.', 'stop'))}data: [DONE]\n\n`],
} as const;
export const runs = {
  before: [
    jsonAnswer({ id: 'asst_1', object: 'assistant' }),
    jsonAnswer({ id: 'thread_1', object: 'thread' }),
    jsonAnswer({ id: 'msg_0', object: 'thread.message' }),
  ],
  whole: [jsonAnswer(run), listOf(), listOf(said)],
  streamType: sse,
  stream: [
    runEvents(['thread.run.created', { ...run, status: 'queued' }], ['thread.message.delta', grown]),
    `${runEvents(['thread.message.completed', said], ['thread.run.completed', run])}event: done\ndata: [DONE]\n\n`,
  ],
} as const;
export const responses = {
  whole: [jsonAnswer(response)],
  streamType: sse,
  stream: [
    named(
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hi.' },
    ),
    named({ type: 'response.output_item.done', output_index: 0, item }, { type: 'response.completed', response }),
  ],
} as const;

/** All that is answered to a call that goes well. */
export function goodAnswers(column: ExampleProvider, mode: 'complete' | 'stream'): ServedAnswer[] {
  const streamed = [answerOf(column.streamType, ...column.stream)];
  return [...column.before, ...(mode === 'complete' ? (column.whole ?? streamed) : streamed)];
}
