import { expect, it } from 'vitest';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { Adapter, ChatMessage } from '../contract/index.ts';
import type { FactReading } from '../facts/fact.ts';
import type { WireReader } from '../wire/reader.ts';
import { nothingBefore, play, type RecordedCall } from './replay-call.ts';
import { partsOf, type Servable } from './split-calls.ts';

const exchange = (operation: string): Exchange => ({
  operation,
  transport: 'json',
  request: { method: 'POST', url: `https://api.example/${operation}`, headers: [] },
  response: { status: 200, headers: [], body: { text: '{}' } },
});
const servable = (at: number, ...operations: string[]): Servable => ({
  at,
  exchanges: operations.map(exchange),
  stream: operations.includes('stream'),
  hasRequest: true,
});

it('every exchange is a call where the reader tells none apart, and every stream that a source put into one', () => {
  const parts = partsOf([servable(0, 'ask'), servable(2, 'stream', 'stream')], {});
  expect(parts.map(({ at, size, calls }) => [at, size, calls.map(({ places }) => places)])).toEqual([
    [0, 1, [['exchanges[0]']]],
    [2, 1, [['exchanges[2].streams[0]'], ['exchanges[2].streams[1]']]],
  ]);
});

/** Whatever polls belongs to the question before it. */
const callsOf: NonNullable<WireReader['callsOf']> = (exchanges) => {
  const calls: Exchange[][] = [];
  for (const each of exchanges) {
    const last = calls.at(-1);
    if (last && each.operation === 'poll') last.push(each);
    else calls.push([each]);
  }
  return calls;
};

it('the exchanges of a call stand together, each with its own place in the file', () => {
  const file = [servable(0, 'ask'), servable(1, 'poll'), servable(3, 'poll'), servable(4, 'stream')];
  const parts = partsOf(file, { callsOf });
  expect(parts.map(({ at, size, calls }) => [at, size, calls[0]?.places, calls[0]?.stream])).toEqual([
    [0, 3, ['exchanges[0]', 'exchanges[1]', 'exchanges[3]'], false],
    [4, 1, ['exchanges[4]'], true],
  ]);
});

it('a conversation that the provider keeps is told the adapter whole, and its faults by their places', async () => {
  const asked: (readonly ChatMessage[])[] = [];
  const user = (text: string): ChatMessage => ({ role: 'user', contents: [{ type: 'text', text }] });
  const assistant: ChatMessage = { role: 'assistant', contents: [{ type: 'text', text: 'Yes.' }] };
  const adapter: Adapter = {
    id: 'fake',
    implementation: 'fake',
    providerApi: 'fake',
    createClient: () => ({
      async getResponse(messages) {
        asked.push(messages);
        return { messages: [assistant], warnings: [] };
      },
      async *getStreamingResponse() {},
      async close() {},
    }),
  };
  const wire: FactReading = {
    facts: [{ fact: { kind: 'text', text: 'No.' }, path: 'exchanges[0].request + exchanges[1].response.body' }],
    unread: [],
  };
  const earlierSeen: number[] = [];
  const reader: WireReader = {
    providerApi: 'fake',
    demands: [],
    readResponses: () => wire,
    readRequests: (_, earlier = []) => [
      {
        exchange: 0,
        messages: [user(`question ${earlier.length}`)],
        options: earlier.length > 0 ? { conversationId: 'c' } : {},
        paths: new Map(),
        unread: [],
      },
    ],
    retold: (call, earlier) => {
      earlierSeen.push(earlier.length);
      return [...call, exchange('more')];
    },
  };
  const servedTo: number[] = [];
  const settings = {
    baseUrl: 'https://api.example',
    model: 'm',
    credentials: { type: 'apiKey', apiKey: 'none' },
    maxOutputTokens: 1,
    timeout: 1,
    wait: async () => {},
  } as const;
  const subject = {
    adapter,
    reader,
    serve: <T>(exchanges: readonly Exchange[], use: (s: typeof settings) => Promise<T>) => {
      servedTo.push(exchanges.length);
      return use(settings);
    },
  };
  const call = (from: number): RecordedCall => ({
    exchanges: [exchange('ask'), exchange('poll')],
    places: [`exchanges[${from}]`, `exchanges[${from + 2}]`],
    stream: false,
    hasRequest: true,
  });
  const first = await play(call(0), nothingBefore, subject);
  const second = await play(call(5), first.after, subject);
  expect(asked).toEqual([[user('question 0')], [user('question 0'), assistant, user('question 2')]]);
  expect([servedTo, earlierSeen]).toEqual([
    [3, 3],
    [0, 2],
  ]);
  expect(second.outcome.differences.map(({ wire: at }) => at?.path)).toEqual([
    'exchanges[5].request + exchanges[7].response.body',
  ]);
});
