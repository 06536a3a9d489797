import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../recordings/format/exchange.ts';
import {
  type Adapter,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type ChatResponseUpdate,
  ProviderError,
  UnsupportedToolError,
  WireError,
} from '../contract/index.ts';
import { wireReaderFor } from '../wire/index.ts';
import { callIsMissing, nothingBefore, play, type Serve } from './replay-call.ts';

const reader = await wireReaderFor('anthropic');
const settings = {
  baseUrl: 'https://api.anthropic.com',
  model: 'claude-example',
  credentials: { type: 'apiKey', apiKey: 'none' },
  maxOutputTokens: 1,
  timeout: 1,
  wait: async () => {},
} as const;
const serve: Serve = (_, use) => use(settings);

const call = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } };
const exchange = (body: object, status = 200): Exchange => ({
  operation: 'messages.create',
  transport: 'json',
  request: {
    method: 'POST',
    url: 'https://api.anthropic.com/v1/messages',
    headers: [],
    body: {
      text: JSON.stringify({
        model: 'claude-retired',
        max_tokens: 9,
        messages: [{ role: 'user', content: 'Weather?' }],
      }),
    },
  },
  response: { status, headers: [['content-type', 'application/json']], body: { text: JSON.stringify(body) } },
});
const said = exchange({ content: [call], stop_reason: 'tool_use' });
const faithful: ChatResponse = {
  messages: [
    {
      role: 'assistant',
      contents: [{ type: 'function-call', callId: 'toolu_1', name: 'get_weather', arguments: { city: 'Oslo' } }],
    },
  ],
  finishReason: 'tool_calls',
  warnings: [],
};

interface Asked {
  readonly mode: string;
  readonly messages: readonly ChatMessage[];
  readonly options: ChatOptions | undefined;
}

/** An adapter that says what it is told to, and notes what it was asked. */
function adapterThat(answer: () => ChatResponse, asked: Asked[] = [], closed: string[] = []): Adapter {
  return {
    id: 'fake-anthropic',
    implementation: 'fake',
    providerApi: 'anthropic',
    createClient: () => ({
      async getResponse(messages, options) {
        asked.push({ mode: 'complete', messages, options });
        return answer();
      },
      async *getStreamingResponse(messages, options): AsyncIterable<ChatResponseUpdate> {
        asked.push({ mode: 'stream', messages, options });
        yield { role: 'assistant', contents: [{ type: 'text', text: 'partial' }] };
        const { messages: all, finishReason = 'stop' } = answer();
        yield { contents: all.flatMap((m) => m.contents), finishReason };
      },
      async close() {
        closed.push('closed');
      },
    }),
  };
}

const complete = { stream: false, hasRequest: true, places: ['exchanges[3]'] };
const playWith = async (adapter: Adapter, of: Exchange = said, recorded = complete) =>
  (await play({ ...recorded, exchanges: [of] }, nothingBefore, { adapter, reader, serve })).outcome;

describe('play', () => {
  it('asks what was asked, with the client’s own model, and closes', async () => {
    const asked: Asked[] = [];
    const closed: string[] = [];
    await playWith(adapterThat(() => faithful, asked, closed));
    expect(asked).toEqual([
      {
        mode: 'complete',
        messages: [{ role: 'user', contents: [{ type: 'text', text: 'Weather?' }] }],
        options: { maxOutputTokens: 9 },
      },
    ]);
    expect(closed).toEqual(['closed']);
  });

  it('asks for the functions that the answer calls where no request is kept', async () => {
    const asked: Asked[] = [];
    const twice = exchange({ content: [call, { ...call, id: 'toolu_2' }], stop_reason: 'tool_use' });
    await playWith(
      adapterThat(() => faithful, asked),
      twice,
      { ...complete, hasRequest: false },
    );
    expect(asked[0]?.messages).toHaveLength(1);
    expect(asked[0]?.options?.tools).toEqual([
      { type: 'function', name: 'get_weather', parameters: { type: 'object' } },
    ]);
  });

  it('reads the answer alone where the request holds a result without its call', async () => {
    const asked: Asked[] = [];
    const result = { type: 'tool_result', tool_use_id: 'toolu_0', content: 'x' };
    const messages = [{ role: 'user', content: [result] }];
    const body = { text: JSON.stringify({ model: 'claude-retired', max_tokens: 9, messages }) };
    const adapter = adapterThat(() => faithful, asked);
    const { unread, ...outcome } = await playWith(adapter, { ...said, request: { ...said.request, body } });
    expect(unread).toEqual([{ side: 'request', path: 'exchanges[3].request', what: callIsMissing }]);
    expect(outcome).toMatchObject({ read: true, differences: [] });
    expect(asked[0]?.messages).toMatchObject([{ role: 'user', contents: [{ type: 'text' }] }]);
  });

  it('finds nothing where all is as on the wire', async () => {
    expect(await playWith(adapterThat(() => faithful))).toEqual({
      read: true,
      compared: 2,
      differences: [],
      unread: [],
    });
  });

  it('finds what was lost, by its place in the file', async () => {
    const { read, differences } = await playWith(adapterThat(() => ({ ...faithful, messages: [] })));
    expect(read).toBe(true);
    expect(differences.map(({ kind, wire }) => [kind, wire?.path])).toEqual([
      ['lost', 'exchanges[3].response.body.content[0]'],
    ]);
  });

  it('reads nothing where the adapter says nothing', async () => {
    const { read, differences } = await playWith(adapterThat(() => ({ messages: [], warnings: [] })));
    expect([read, differences.length]).toEqual([false, 2]);
  });

  it('asks for a stream where the recording is one, and takes its pieces together', async () => {
    const asked: Asked[] = [];
    const { differences } = await playWith(
      adapterThat(() => faithful, asked),
      said,
      { ...complete, stream: true },
    );
    expect(asked[0]?.mode).toBe('stream');
    expect(differences.map(({ kind, adapter }) => [kind, adapter?.path])).toEqual([
      ['invented', 'exchanges[3].response.messages[0].contents[0]'],
    ]);
  });

  it('lists what nobody has a word for, by side', async () => {
    const unheard = exchange({ content: [{ type: 'text', text: 'a', unheard: 1 }], stop_reason: 'end_turn' });
    const { unread } = await playWith(
      adapterThat(() => faithful),
      unheard,
    );
    expect(unread).toEqual([
      { side: 'response', path: 'exchanges[3].response.body.content[0].unheard', what: 'text.unheard' },
    ]);
  });
});

it('compares nothing with a recording that contradicts itself', async () => {
  const unread = [{ path: 'exchanges[0].response.events[7]', what: 'two ends', contradicts: true }] as const;
  const torn = { ...reader, readResponses: () => ({ facts: reader.readResponses([said]).facts, unread }) };
  const subject = { adapter: adapterThat(() => faithful), reader: torn, serve };
  const { outcome } = await play({ ...complete, exchanges: [said] }, nothingBefore, subject);
  expect(outcome).toMatchObject({ read: false, compared: 0, differences: [], contradiction: 'two ends' });
  expect(outcome.error).toBeUndefined();
});

describe('errors', () => {
  const overloaded = exchange({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 529);
  const throws = (error: unknown) =>
    adapterThat(() => {
      throw error;
    });

  it('are facts where the wire has one', async () => {
    const details = { status: 529, code: 'overloaded_error', retryable: true };
    expect(await playWith(throws(new ProviderError('Overloaded', details)), overloaded)).toMatchObject({
      read: true,
      compared: 1,
      differences: [],
    });
    const other = await playWith(throws(new ProviderError('?', { ...details, status: 500 })), overloaded);
    expect(new Set(other.differences.map(({ kind, factKind }) => `${kind} ${factKind}`))).toEqual(
      new Set(['changed error']),
    );
    const none = await playWith(
      adapterThat(() => faithful),
      overloaded,
    );
    expect(none.differences.map(({ kind, factKind }) => `${kind} ${factKind}`)).toContain('lost error');
  });

  it.each([
    [said, new WireError('torn'), 'the wire has no error, and the adapter threw WireError: torn'],
    [said, new TypeError('x'), 'the adapter threw what is not an error of the contract: TypeError: x'],
    [said, 'text', 'the adapter threw what is not an error of the contract: text'],
    [
      overloaded,
      new UnsupportedToolError('shell', 'fake', []),
      expect.stringMatching(/^the wire has an error, and the adapter threw UnsupportedToolError/),
    ],
  ])('are the adapter’s fault otherwise (%#)', async (of, error, fault) => {
    expect(await playWith(throws(error), of)).toMatchObject({
      read: false,
      compared: 0,
      differences: [],
      error: fault,
    });
  });

  it('that come in the midst of a stream leave what had come before', async () => {
    const text = [
      { type: 'message_start', message: { content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'partial' } },
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ];
    const torn: Exchange = {
      ...said,
      transport: 'sse',
      response: {
        status: 200,
        headers: [['content-type', 'text/event-stream']],
        body: { text: text.map((e) => `data: ${JSON.stringify(e)}\n\n`).join('') },
      },
    };
    const error = new ProviderError('Overloaded', { code: 'overloaded_error', retryable: true });
    const outcome = await playWith(throws(error), torn, { ...complete, stream: true });
    expect(outcome).toMatchObject({ read: true, compared: 2, differences: [] });
  });

  it('of the transport are said as such', async () => {
    const broken: Serve = async () => {
      throw new Error('no cassette');
    };
    const subject = { adapter: adapterThat(() => faithful), reader, serve: broken };
    const { outcome } = await play({ ...complete, exchanges: [said] }, nothingBefore, subject);
    expect(outcome.error).toBe('it could not be played: Error: no cassette');
  });
});
