/** For tests: how every provider API says "Hi." to whom it knows, as little as it takes. */
import type { Adapter, ClientSettings, Tool } from '../../../spec/contract/index.ts';
import { adapter as anthropic } from '../anthropic/index.ts';
import { adapter as azureFoundryAgents } from '../azure-foundry-agents/index.ts';
import { adapter as azureFoundryV2 } from '../azure-foundry-v2/index.ts';
import { adapter as bedrockAgents } from '../bedrock-agents/index.ts';
import { adapter as bedrockConverse } from '../bedrock-converse/index.ts';
import { adapter as google } from '../google/index.ts';
import { adapter as mistral } from '../mistral/index.ts';
import { adapter as mistralChat } from '../mistral-chat/index.ts';
import { adapter as openaiAssistants } from '../openai-assistants/index.ts';
import { adapter as openaiChat } from '../openai-chat/index.ts';
import { adapter as openaiResponses } from '../openai-responses/index.ts';
import { answerOf, fakeEvent, jsonAnswer, type ServedAnswer } from './fake-provider.ts';

export interface ExampleColumn {
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

const key = { credentials: { type: 'apiKey', apiKey: secret } } as const;
const aws = {
  credentials: { type: 'awsKeys', accessKeyId: 'CALLERSKEY', secretAccessKey: secret },
  parameters: { region: 'eu-north-1' },
} as const;
const shell: Tool = { type: 'shell' };
const image: Tool = { type: 'image-generation' };
const sse = 'text/event-stream';
const frames = 'application/vnd.amazon.eventstream';

const named = (...events: readonly { readonly type: string; readonly [member: string]: unknown }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
const chunks = (...events: readonly object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

const claude = {
  ...{ type: 'message', id: 'msg_1', role: 'assistant', model: 'm', stop_reason: 'end_turn' },
  ...{ content: [{ type: 'text', text: 'Hi.' }], usage: { input_tokens: 3, output_tokens: 2 } },
};
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
const generated = (text: string, end: object = {}) => ({
  ...{ responseId: 'r', candidates: [{ content: { role: 'model', parts: [{ text }] }, ...end }] },
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

const chat = {
  before: [],
  whole: [jsonAnswer(completion)],
  streamType: sse,
  stream: [chunks(delta('Hi', null)), `${chunks(delta('.', 'stop'))}data: [DONE]\n\n`],
} as const;
const runs = {
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
const responses = {
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

export const exampleColumns: readonly ExampleColumn[] = [
  {
    ...{ adapter: anthropic, settings: key, lacks: image, before: [] },
    whole: [jsonAnswer(claude)],
    streamType: sse,
    stream: [
      named(
        { type: 'message_start', message: { ...claude, content: [], stop_reason: null } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } },
      ),
      named(
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
        { type: 'message_stop' },
      ),
    ],
  },
  {
    ...{ adapter: azureFoundryAgents, lacks: shell, path: '/api/projects/p' },
    settings: { credentials: { type: 'bearerToken', token: secret } },
    ...runs,
  },
  {
    ...{ adapter: azureFoundryV2, lacks: { type: 'text-editor' }, path: '/api/projects/p' },
    settings: { credentials: { type: 'bearerToken', token: secret } },
    before: [jsonAnswer({ object: 'agent.version', id: 'a:1', name: 'a', version: '1' })],
    ...responses,
  },
  {
    ...{ adapter: bedrockAgents, settings: aws, keysAlone: true, lacks: image, before: [] },
    streamType: frames,
    stream: [
      fakeEvent('chunk', { bytes: Buffer.from('Hi').toString('base64') }),
      fakeEvent('chunk', { bytes: Buffer.from('.').toString('base64') }),
    ],
  },
  {
    ...{ adapter: bedrockConverse, settings: aws, lacks: image, before: [] },
    whole: [
      jsonAnswer({ output: { message: { role: 'assistant', content: [{ text: 'Hi.' }] } }, stopReason: 'end_turn' }),
    ],
    streamType: frames,
    stream: [
      Buffer.concat([
        fakeEvent('messageStart', { role: 'assistant' }),
        fakeEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hi.' } }),
      ]),
      Buffer.concat([
        fakeEvent('contentBlockStop', { contentBlockIndex: 0 }),
        fakeEvent('messageStop', { stopReason: 'end_turn' }),
        fakeEvent('metadata', { usage: {} }),
      ]),
    ],
  },
  {
    ...{ adapter: google, settings: key, keysAlone: true, lacks: shell, before: [] },
    whole: [jsonAnswer(generated('Hi.', { finishReason: 'STOP' }))],
    streamType: sse,
    stream: [chunks(generated('Hi')), chunks(generated('.', { finishReason: 'STOP' }))],
  },
  {
    ...{ adapter: mistral, settings: key, lacks: shell, before: [] },
    whole: [
      jsonAnswer({
        ...{ object: 'conversation.response', conversation_id: 'conv_1', usage: {} },
        outputs: [{ object: 'entry', type: 'message.output', id: 'msg_1', role: 'assistant', content: 'Hi.' }],
      }),
    ],
    streamType: sse,
    stream: [
      named(
        { type: 'conversation.response.started', conversation_id: 'conv_1' },
        { type: 'message.output.delta', output_index: 0, content_index: 0, id: 'msg_1', content: 'Hi.' },
      ),
      named({ type: 'conversation.response.done', usage: {} }),
    ],
  },
  { adapter: mistralChat, settings: key, lacks: shell, ...chat },
  { adapter: openaiAssistants, settings: key, lacks: shell, ...runs },
  { adapter: openaiChat, settings: key, lacks: shell, ...chat },
  { adapter: openaiResponses, settings: key, lacks: { type: 'text-editor' }, before: [], ...responses },
];

/** All that is answered to a call that goes well. */
export function goodAnswers(column: ExampleColumn, mode: 'complete' | 'stream'): ServedAnswer[] {
  const streamed = [answerOf(column.streamType, ...column.stream)];
  return [...column.before, ...(mode === 'complete' ? (column.whole ?? streamed) : streamed)];
}
