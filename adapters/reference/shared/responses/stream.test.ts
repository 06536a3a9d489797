import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../lib/canonical-json.ts';
import { type ChatResponse, type ChatResponseUpdate, foldUpdates } from '../../../../spec/contract/index.ts';
import { responseFromBody } from './response.ts';
import { updatesFromEvents } from './stream.ts';

async function updates(events: readonly JsonObject[], kept = true): Promise<ChatResponseUpdate[]> {
  const read: ChatResponseUpdate[] = [];
  const iterable = (async function* () {
    yield* events;
  })();
  for await (const update of updatesFromEvents(iterable, kept)) read.push(update);
  return read;
}

const fold = async (events: readonly JsonObject[]) => foldUpdates(await updates(events));

const url = (start: number, end: number) => ({
  type: 'url_citation',
  url: `https://a.example/${start}`,
  title: 'A',
  start_index: start,
  end_index: end,
});
const part = (text: string, annotations: JsonObject[] = []) => ({ type: 'output_text', text, annotations });
const message = (id: string, ...content: JsonObject[]) => ({ type: 'message', id, role: 'assistant', content });
const reasoning = (id: string, words: string, encrypted?: string) => ({
  type: 'reasoning',
  id,
  summary: words === '' ? [] : [{ type: 'summary_text', text: words }],
  ...(encrypted ? { encrypted_content: encrypted } : {}),
});
const call = (id: string) => ({
  type: 'function_call',
  id,
  call_id: `call_${id}`,
  name: 'f',
  arguments: `{"id":"${id}"}`,
});
const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', sources: [] } };

const usage = { input_tokens: 3, output_tokens: 2 };
const whole = (output: JsonObject[], over: JsonObject = {}) => ({
  id: 'resp_1',
  model: 'm',
  status: 'completed',
  output,
  usage,
  ...over,
});
const created = { type: 'response.created', response: { ...whole([]), status: 'in_progress', usage: null } };
const completed = (output: JsonObject[], over: JsonObject = {}) => ({
  type: 'response.completed',
  response: whole(output, over),
});

/** The events that tell of one item, words one by one. */
function told(item: JsonObject, output_index: number): JsonObject[] {
  const place = { output_index, item_id: item.id ?? null };
  const words = (text: string) => text.split(/(?<= )/).filter(Boolean);
  const list = (value: Json | undefined) => (value ?? []) as readonly JsonObject[];
  const pieces: JsonObject[] = [
    ...list(item.content).flatMap((content, content_index) => [
      ...(content.type === 'output_text' ? words(String(content.text)) : []).map((delta) => ({
        type: 'response.output_text.delta',
        ...place,
        content_index,
        delta,
      })),
      ...list(content.annotations).map((annotation) => ({
        type: 'response.output_text.annotation.added',
        ...place,
        content_index,
        annotation,
      })),
    ]),
    ...list(item.summary).flatMap((summary, summary_index) =>
      words(String(summary.text)).map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        ...place,
        summary_index,
        delta,
      })),
    ),
  ];
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, content: [], summary: [] } },
    ...pieces,
    { type: 'response.output_item.done', output_index, item },
  ];
}

const stream = (output: JsonObject[], over: JsonObject = {}) => [
  created,
  ...output.flatMap(told),
  completed(output, over),
];

/** What a reader would quote for each citation. */
function quotes({ messages }: ChatResponse): string[] {
  return messages
    .flatMap(({ contents }) => contents)
    .flatMap((content) =>
      content.type === 'text'
        ? (content.annotations ?? []).map(({ startIndex, endIndex }) => content.text.slice(startIndex, endIndex))
        : [],
    );
}

/** Roles, ids and types of contents in order, neighbouring texts as one. */
const shape = ({ messages }: ChatResponse) =>
  messages.map(({ messageId, contents }) => [
    messageId,
    ...contents.map(({ type }) => type).filter((type, i, all) => type !== 'text' || all[i - 1] !== 'text'),
  ]);

const textOf = ({ messages }: ChatResponse) =>
  messages.map(({ contents }) => contents.map((content) => (content.type === 'text' ? content.text : '')).join(''));

test.each<[string, JsonObject[]]>([
  ['a text', [message('msg_1', part('one two'))]],
  ['texts in parts', [message('msg_1', part('🛰️ one ', [url(3, 6)]), part('two', [url(0, 3)]))]],
  ['reasoning and calls', [reasoning('rs_1', 'hm so', 'E'), call('a'), call('b')]],
  ['reasoning without words', [reasoning('rs_1', ''), message('msg_1', part('one'))]],
  ['reasoning beside reasoning', [reasoning('rs_1', 'one'), reasoning('rs_2', 'two'), call('a')]],
  ['a search and an answer', [search, message('msg_1', part('It is so.', [url(3, 5)])), call('a')]],
  ['two messages', [message('msg_1', part('one')), search, message('msg_2', part('two', [url(0, 3)]))]],
  ['a refusal', [message('msg_1', part('I '), { type: 'refusal', refusal: 'cannot.' })]],
  ['nothing', []],
])('%s: folded, the stream says what the whole response says', async (_title, output) => {
  const streamed = await fold(stream(output));
  const complete = responseFromBody(whole(output), true);
  expect(shape(streamed)).toEqual(shape(complete));
  expect(textOf(streamed)).toEqual(textOf(complete));
  expect(quotes(streamed)).toEqual(quotes(complete));
  const { messages: _s, ...others } = streamed;
  const { messages: _c, rawRepresentation: _r, ...expected } = complete;
  expect(others).toEqual(expected);
});

/** As servers of others send it: items are known by their ids. */
const unnumbered = (events: readonly JsonObject[]) =>
  events.map(({ output_index: _o, content_index: _c, summary_index: _s, ...event }) => event);

test.each<[string, JsonObject[]]>([
  ['reasoning and calls', [reasoning('rs_1', 'hm so', 'E'), call('a'), call('b')]],
  ['two messages', [message('msg_1', part('one')), search, message('msg_2', part('two', [url(0, 3)]))]],
])('%s: without indexes, the stream says the same', async (_title, output) => {
  const events = stream(output);
  const isEnd = ({ type }: JsonObject) => type === 'response.output_item.done';
  const ended = [...events.filter((event) => !isEnd(event)), ...events.filter(isEnd)];
  const last = ended.findIndex(({ type }) => type === 'response.completed');
  ended.push(...ended.splice(last, 1));
  expect((await fold(unnumbered(events))).messages).toEqual((await fold(events)).messages);
  expect(shape(await fold(unnumbered(ended)))).toEqual(shape(await fold(events)));
});

test('without index and id, an event speaks of the item and the part begun last', async () => {
  const citation = url(0, 3);
  const events = [
    created,
    { type: 'response.output_item.added', item: { type: 'message', role: 'assistant', content: [] } },
    { type: 'response.content_part.added', part: part('') },
    { type: 'response.output_text.delta', delta: 'one ' },
    { type: 'response.content_part.added', part: part('') },
    { type: 'response.output_text.delta', delta: 'two' },
    { type: 'response.output_text.annotation.added', annotation: citation },
    {
      type: 'response.output_item.done',
      item: { type: 'message', role: 'assistant', content: [part('one '), part('two')] },
    },
    completed([]),
  ];
  const response = await fold(events);
  expect(textOf(response)).toEqual(['one two']);
  expect(quotes(response)).toEqual(['two']);
});

test('pieces come as they are told, the item when it is whole', async () => {
  const item = message('msg_1', part('one two', [url(4, 7)]));
  const pieces = (await updates(stream([item]))).flatMap(({ contents, messageId }) =>
    contents.map((c) => ({ ...c, messageId })),
  );
  expect(pieces).toEqual([
    { type: 'text', text: 'one ', messageId: 'msg_1' },
    { type: 'text', text: 'two', messageId: 'msg_1' },
    {
      type: 'text',
      text: '',
      annotations: [
        { url: 'https://a.example/4', title: 'A', startIndex: 4, endIndex: 7, rawRepresentation: url(4, 7) },
      ],
      messageId: 'msg_1',
    },
    { type: 'text', text: '', rawRepresentation: item, messageId: 'msg_1' },
  ]);
});

test('citations that only their own events tell', async () => {
  const events = stream([message('msg_1', part('one two', [url(4, 7)]))]);
  const bare = message('msg_1', part('one two'));
  const last = [{ type: 'response.output_item.done', output_index: 0, item: bare }, completed([bare])];
  expect(quotes(await fold([...events.slice(0, -2), ...last]))).toEqual(['two']);
});

test('a call comes once, when it is whole', async () => {
  const item = call('a');
  const [added, done] = told(item, 0);
  const delta = { type: 'response.function_call_arguments.delta', output_index: 0, item_id: 'a', delta: '{"i' };
  const read = await updates([created, added ?? {}, delta, done ?? {}, completed([item])]);
  expect(read.flatMap(({ contents }) => contents)).toEqual([
    { type: 'function-call', callId: 'call_a', name: 'f', arguments: { id: 'a' }, rawRepresentation: item },
  ]);
});

test('items keep their order though events cross', async () => {
  const [first, second] = [search, message('msg_1', part('one'))];
  const [begun, ended] = told(first, 0);
  const { messages } = await fold([created, begun ?? {}, ...told(second, 1), ended ?? {}, completed([first, second])]);
  expect(messages[0]?.contents.map(({ type }) => type)).toEqual([
    'hosted-tool-call',
    'hosted-tool-result',
    'text',
    'text',
  ]);
});

test('items whose end, or whose being, only the last event tells', async () => {
  const output = [search, message('msg_1', part('one two')), call('a')];
  const [begun] = told(search, 0);
  const half = told(output[1] ?? {}, 1).slice(0, 2);
  const streamed = await fold([created, begun ?? {}, ...half, completed(output)]);
  expect(shape(streamed)).toEqual(shape(responseFromBody(whole(output), true)));
  expect(textOf(streamed)).toEqual(['one two']);
});

test('an item is told once though the last event gives it another id, and none is lost', async () => {
  const item = message('msg_1', part('one'));
  const output = [{ ...item, id: 'msg_other' }, call('a')];
  const { messages } = await fold([created, ...told(item, 0), completed(output)]);
  expect(messages.flatMap(({ contents }) => contents.map(({ type }) => type))).toEqual([
    'text',
    'text',
    'function-call',
  ]);
});

test('an item at a place that another one has is still told', async () => {
  const { messages } = await fold([created, ...told(search, 0), completed([call('a')])]);
  expect(messages.flatMap(({ contents }) => contents.map(({ type }) => type))).toEqual([
    'hosted-tool-call',
    'hosted-tool-result',
    'function-call',
  ]);
});

test('pieces of an item that never began, and an end without output', async () => {
  const delta = (type: string, index: number, id: string) => ({ type, output_index: index, item_id: id, delta: 'x' });
  const events = [
    delta('response.reasoning_summary_text.delta', 0, 'rs_1'),
    { type: 'response.output_item.done', output_index: 0, item: reasoning('rs_1', 'xy') },
    delta('response.output_text.delta', 1, 'msg_1'),
    { ...completed([]), response: { id: 'resp_1', status: 'completed' } },
  ];
  expect(await fold(events)).toMatchObject({
    messages: [
      {
        contents: [
          { type: 'reasoning', text: 'xy' },
          { type: 'text', text: 'x' },
        ],
        messageId: 'msg_1',
      },
    ],
    finishReason: 'stop',
    conversationId: 'resp_1',
  });
});

test('reasoning is told once, though it comes as a summary and as it is', async () => {
  const place = { output_index: 0, item_id: 'rs_1' };
  const { messages } = await fold([
    created,
    { type: 'response.reasoning_summary_text.delta', ...place, delta: 'brief' },
    { type: 'response.reasoning_text.delta', ...place, delta: 'at length' },
    { type: 'response.output_item.done', output_index: 0, item: reasoning('rs_1', 'brief') },
    completed([reasoning('rs_1', 'brief')]),
  ]);
  expect(messages[0]?.contents).toMatchObject([{ type: 'reasoning', text: 'brief' }]);
});

test('a response that is incomplete', async () => {
  const output = [message('msg_1', part('one'))];
  const over = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  const last = { type: 'response.incomplete', response: whole(output, over) };
  expect(await fold([created, ...output.flatMap(told), last])).toMatchObject({
    finishReason: 'length',
    usage: { inputTokens: 3 },
  });
});

test('what is not kept has no conversation to go on with', async () => {
  expect(foldUpdates(await updates(stream([]), false)).conversationId).toBeUndefined();
});

test('events not known here, and progress, are passed on', async () => {
  const events = [
    { type: 'response.web_search_call.searching', output_index: 0 },
    { type: 'event_of_tomorrow', x: 1 },
  ];
  const read = await updates([created, ...events, completed([])]);
  expect(read.slice(1, 3)).toEqual(events.map((event) => ({ contents: [], rawRepresentation: event })));
});

test.each<[string, JsonObject[]]>([
  ['nothing', []],
  ['no end', stream([message('msg_1', part('one'))]).slice(0, -1)],
  ['an event without a type', [created, { x: 1 }]],
  ['an item that is none', [created, { type: 'response.output_item.done', output_index: 0, item: 5 }]],
  ['an end without a response', [created, { type: 'response.completed' }]],
])('a stream with %s is a WireError', async (_title, events) => {
  await expect(updates(events)).rejects.toMatchObject({ name: 'WireError' });
});

test.each<[string, JsonObject]>([
  ['an error event', { type: 'error', code: 'server_error', message: 'Boom.' }],
  [
    'a failed response',
    {
      type: 'response.failed',
      response: whole([], { status: 'failed', error: { code: 'server_error', message: 'Boom.' } }),
    },
  ],
])('%s is a ProviderError, after all that came before it', async (_title, event) => {
  const seen: ChatResponseUpdate[] = [];
  const events = (async function* () {
    yield* [created, ...told(message('msg_1', part('one')), 0).slice(0, 2), event];
  })();
  const reading = (async () => {
    for await (const update of updatesFromEvents(events, true)) seen.push(update);
  })();
  await expect(reading).rejects.toMatchObject({ name: 'ProviderError', code: 'server_error', message: /Boom\.$/ });
  expect(seen.flatMap(({ contents }) => contents)).toEqual([{ type: 'text', text: 'one' }]);
});
