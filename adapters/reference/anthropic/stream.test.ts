import { expect, test } from 'vitest';
import { type ChatResponseUpdate, foldUpdates } from '../../../spec/contract/index.ts';
import { updatesFromEvents } from './stream.ts';

interface Event {
  readonly type: string;
  readonly [member: string]: unknown;
}

const start: Event = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    model: 'claude-test',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 10, cache_read_input_tokens: 4, output_tokens: 1 },
  },
};
const ended = (reason: string, usage: object = { output_tokens: 9 }): Event[] => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
];
const begins = (index: number, content_block: object): Event => ({ type: 'content_block_start', index, content_block });
const grows = (index: number, delta: object): Event => ({ type: 'content_block_delta', index, delta });
const stops = (index: number): Event => ({ type: 'content_block_stop', index });
const json = (index: number, ...pieces: string[]) =>
  pieces.map((partial_json) => grows(index, { type: 'input_json_delta', partial_json }));
const toolUse = (id: string, input: unknown = {}) => ({ type: 'tool_use', id, name: 'f', input });

async function updates(...events: unknown[]): Promise<ChatResponseUpdate[]> {
  const all: ChatResponseUpdate[] = [];
  for await (const update of updatesFromEvents(streamOf(events))) all.push(update);
  return all;
}

async function* streamOf(events: readonly unknown[]): AsyncGenerator<unknown> {
  yield* events;
}

const contentsOf = async (...events: unknown[]) =>
  foldUpdates(await updates(start, ...events, ...ended('end_turn'))).messages.flatMap(({ contents }) => contents);

test('text comes as it is said, and the end says why and how much', async () => {
  const events = [
    begins(0, { type: 'text', text: '' }),
    grows(0, { type: 'text_delta', text: 'Hel' }),
    { type: 'ping' },
    grows(0, { type: 'text_delta', text: 'lo' }),
    stops(0),
  ];
  const end = ended('end_turn');
  const all = await updates(start, ...events, ...end);
  const by = { role: 'assistant', messageId: 'msg_1' };
  expect(all).toEqual([
    { ...by, responseId: 'msg_1', modelId: 'claude-test', contents: [], rawRepresentation: start },
    { ...by, contents: [{ type: 'text', text: 'Hel' }], rawRepresentation: events[1] },
    { ...by, contents: [{ type: 'text', text: 'lo' }], rawRepresentation: events[3] },
    { ...by, contents: [], rawRepresentation: end[0] },
    {
      ...by,
      contents: [],
      finishReason: 'stop',
      usage: { inputTokens: 14, cachedInputTokens: 4, outputTokens: 9 },
      rawRepresentation: { type: 'message_stop' },
    },
  ]);
});

test('numbers of usage that come again replace those before; null says nothing', async () => {
  const usage = { input_tokens: 50, cache_read_input_tokens: null, output_tokens: 9, server_tool_use: null };
  const all = await updates(
    start,
    { type: 'message_delta', delta: {}, usage: { output_tokens: 3 } },
    ...ended('tool_use', usage),
  );
  expect(foldUpdates(all)).toMatchObject({
    finishReason: 'tool_calls',
    usage: { inputTokens: 54, cachedInputTokens: 4, outputTokens: 9 },
  });
  expect(all.filter((update) => update.usage)).toHaveLength(1);
});

test.each([
  ['in pieces', {}, ['', '{"ci', 'ty":', ' "Oslo"}'], { arguments: { city: 'Oslo' } }],
  ['without any', {}, [], { arguments: {} }],
  ['with an empty piece', {}, [''], { arguments: {} }],
  ['whole in the beginning', { city: 'Oslo' }, [], { arguments: { city: 'Oslo' } }],
  ['whole in the beginning, then an empty piece', { city: 'Oslo' }, [''], { arguments: { city: 'Oslo' } }],
  ['cut short', {}, ['{"city": "Os'], { argumentsText: '{"city": "Os' }],
  ['that are a list', {}, ['[1]'], { argumentsText: '[1]' }],
  ['that are a text', {}, ['"Os', 'lo"'], { argumentsText: '"Oslo"' }],
])('arguments %s', async (_title, input, pieces, expected) => {
  const [call, ...rest] = await contentsOf(begins(0, toolUse('a', input)), ...json(0, ...pieces), stops(0));
  expect(call).toMatchObject({ type: 'function-call', callId: 'a', name: 'f', ...expected });
  expect(rest).toEqual([]);
});

test('arguments cut anywhere are the same', async () => {
  const text = JSON.stringify({ city: 'Tromsø "❄"', nested: { list: [1, null, ''] } });
  for (let at = 0; at <= text.length; at++) {
    const events = [begins(0, toolUse('a')), ...json(0, text.slice(0, at), text.slice(at)), stops(0)];
    expect(await contentsOf(...events)).toMatchObject([{ arguments: JSON.parse(text) as object }]);
  }
});

test('a call comes once, when it is whole', async () => {
  const all = await updates(start, begins(0, toolUse('a')), ...json(0, '{', '}'), stops(0), ...ended('tool_use'));
  expect(all.filter(({ contents }) => contents.length > 0)).toMatchObject([
    { contents: [{ type: 'function-call', rawRepresentation: toolUse('a') }], rawRepresentation: stops(0) },
  ]);
});

test('interleaved blocks keep apart, and keep the order they began in', async () => {
  const contents = await contentsOf(
    begins(0, { type: 'text', text: 'Look' }),
    begins(1, toolUse('a')),
    begins(2, toolUse('b')),
    ...json(2, '{"n":'),
    ...json(1, '{"n":1}'),
    ...json(2, '2}'),
    stops(2),
    grows(0, { type: 'text_delta', text: 'ing.' }),
    stops(1),
    stops(0),
  );
  expect(contents).toMatchObject([
    { type: 'text', text: 'Looking.' },
    { callId: 'a', arguments: { n: 1 } },
    { callId: 'b', arguments: { n: 2 } },
  ]);
});

test('reasoning comes as it is thought; its last piece carries the opaque state', async () => {
  const whole = { type: 'thinking', thinking: 'First. Then.', signature: 'sig' };
  const redacted = { type: 'redacted_thinking', data: 'opaque' };
  const events = [
    begins(0, { type: 'thinking', thinking: '', signature: '' }),
    grows(0, { type: 'thinking_delta', thinking: 'First.' }),
    grows(0, { type: 'thinking_delta', thinking: ' Then.' }),
    grows(0, { type: 'signature_delta', signature: 'sig' }),
    stops(0),
    begins(1, redacted),
    stops(1),
  ];
  const pieces = (await updates(start, ...events, ...ended('end_turn'))).flatMap(({ contents }) => contents);
  expect(pieces.slice(0, 3)).toEqual([
    { type: 'reasoning', text: 'First.' },
    { type: 'reasoning', text: ' Then.' },
    { type: 'reasoning', text: '', protectedData: 'sig', rawRepresentation: whole },
  ]);
  expect(await contentsOf(...events)).toEqual([
    { type: 'reasoning', text: 'First. Then.', protectedData: 'sig', rawRepresentation: whole },
    { type: 'reasoning', text: '', protectedData: 'opaque', rawRepresentation: redacted },
  ]);
});

const cites = (url: string) => ({ type: 'web_search_result_location', url, cited_text: 'q' });

test('citations come with the end of their text, and point to it', async () => {
  const citation = cites('https://a.test');
  expect(
    await contentsOf(
      begins(0, { type: 'text', text: '', citations: [] }),
      grows(0, { type: 'citations_delta', citation }),
      grows(0, { type: 'text_delta', text: 'T' }),
      stops(0),
    ),
  ).toEqual([
    {
      type: 'text',
      text: 'T',
      annotations: [{ url: 'https://a.test', snippet: 'q', startIndex: 0, endIndex: 1, rawRepresentation: citation }],
    },
    { type: 'text', text: '', rawRepresentation: { type: 'text', text: 'T', citations: [citation] } },
  ]);
});

test('citations point to their own block, whatever text is joined with it', async () => {
  const block = (index: number, text: string, url?: string): Event[] => [
    begins(index, { type: 'text', text: '' }),
    grows(index, { type: 'text_delta', text }),
    ...(url === undefined ? [] : [grows(index, { type: 'citations_delta', citation: cites(url) })]),
    stops(index),
  ];
  const contents = await contentsOf(
    ...block(0, 'It is '),
    ...block(1, 'high', 'https://a.test'),
    ...block(2, ' and '),
    begins(3, toolUse('t')),
    stops(3),
    ...block(4, '❄ cold', 'https://b.test'),
  );
  const quotes = contents.flatMap((content) =>
    content.type === 'text'
      ? (content.annotations ?? []).map(({ url, startIndex, endIndex }) => [
          url,
          content.text.slice(startIndex, endIndex),
        ])
      : [],
  );
  expect(quotes).toEqual([
    ['https://a.test', 'high'],
    ['https://b.test', '❄ cold'],
  ]);
});

test('blocks, deltas and events not known here arrive all the same', async () => {
  const event = { type: 'event_of_tomorrow', x: 1 };
  const all = await updates(
    start,
    event,
    begins(0, { type: 'compaction', content: null }),
    grows(0, { type: 'compaction_delta', content: 'So ' }),
    grows(0, { type: 'compaction_delta', content: 'far', encrypted_content: 'e' }),
    stops(0),
    ...ended('compaction'),
  );
  expect(all[1]).toEqual({ contents: [], rawRepresentation: event });
  expect(foldUpdates(all)).toMatchObject({
    finishReason: 'compaction',
    messages: [
      { contents: [{ rawRepresentation: { type: 'compaction', content: 'So far', encrypted_content: 'e' } }] },
    ],
  });
});

test('messages one after the other stay apart, and their usage adds up', async () => {
  const message = (id: string): Event[] => [
    { type: 'message_start', message: { id, usage: { input_tokens: 10, output_tokens: 1 } } },
    begins(0, { type: 'text', text: id }),
    stops(0),
    ...ended('end_turn'),
  ];
  expect(foldUpdates(await updates(...message('msg_1'), ...message('msg_2')))).toMatchObject({
    messages: [
      { messageId: 'msg_1', contents: [{ text: 'msg_1' }] },
      { messageId: 'msg_2', contents: [{ text: 'msg_2' }] },
    ],
    usage: { inputTokens: 20, outputTokens: 18 },
  });
});

test('a message that is whole in its beginning loses nothing', async () => {
  const caller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' };
  const block = { ...toolUse('a', { n: 1 }), caller };
  const message = {
    id: 'msg_1',
    content: [block],
    stop_reason: 'tool_use',
    usage: { input_tokens: 0, output_tokens: 0 },
  };
  expect(foldUpdates(await updates({ type: 'message_start', message }, { type: 'message_stop' }))).toMatchObject({
    messages: [{ messageId: 'msg_1', contents: [{ callId: 'a', arguments: { n: 1 }, rawRepresentation: block }] }],
    finishReason: 'tool_calls',
    usage: { inputTokens: 0, outputTokens: 0 },
  });
});

test('why the model refused', async () => {
  const delta = { stop_reason: 'refusal', stop_details: { category: 'bio', explanation: 'Not this.' } };
  const all = await updates(start, { type: 'message_delta', delta, usage: {} }, { type: 'message_stop' });
  expect(all.at(-1)).toMatchObject({
    finishReason: 'content_filter',
    contents: [{ type: 'error', message: 'Not this.', errorCode: 'bio' }],
  });
});

const text = begins(0, { type: 'text', text: '' });
test.each<[string, unknown[]]>([
  ['empty', []],
  ['without an end', [start, text, stops(0), ended('end_turn')[0]]],
  ['without a beginning', ended('end_turn')],
  ['stopped inside a block', [start, text, ...ended('end_turn')]],
  ['whose second message has no end', [start, ...ended('end_turn'), start]],
  ['with a message inside another', [start, start, ...ended('end_turn')]],
  ['with a delta for no block', [start, grows(0, { type: 'text_delta', text: 'x' })]],
  ['with a delta for a block that is whole', [start, text, stops(0), grows(0, { type: 'text_delta', text: 'x' })]],
  [
    'with a delta for a block that is whole but waits',
    [start, text, begins(1, toolUse('a')), stops(1), ...json(1, '{}')],
  ],
  ['with an end for no block', [start, stops(3)]],
  ['with an event that is no object', [start, 'x']],
  ['with an event without type', [start, {}]],
  ['with a message that is none', [{ type: 'message_start' }]],
  ['with a block that is none', [start, { type: 'content_block_start', index: 0 }]],
  ['with a delta that is none', [start, text, { type: 'content_block_delta', index: 0 }]],
  ['with a call without id', [start, begins(0, { type: 'tool_use', name: 'f' }), stops(0)]],
])('a stream %s is a WireError', async (_title, events) => {
  await expect(updates(...events)).rejects.toMatchObject({ name: 'WireError' });
});

test('an error inside the stream comes after what was said before it', async () => {
  const seen: ChatResponseUpdate[] = [];
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const iterate = async () => {
    for await (const update of updatesFromEvents(streamOf([start, begins(0, { type: 'text', text: 'Hi' }), error]))) {
      seen.push(update);
    }
  };
  await expect(iterate()).rejects.toMatchObject({ name: 'ProviderError', code: 'overloaded_error', retryable: true });
  expect(seen.flatMap(({ contents }) => contents)).toEqual([{ type: 'text', text: 'Hi' }]);
});
