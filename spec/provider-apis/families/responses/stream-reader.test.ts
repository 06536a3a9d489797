import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../../recordings/format/exchange.ts';
import { saidIn } from '../../../facts/describe.ts';
import { callItem, messageItem, responseOf, streamExchange, streamText } from './example-exchange.ts';
import * as response from './reader.ts';

const readResponses = (exchanges: readonly Exchange[]) => saidIn(response.readResponses(exchanges));
type Event = { type: string; [member: string]: unknown };
const created: Event = { type: 'response.created', response: responseOf([], { status: 'in_progress', usage: null }) };
const added = (output_index: number, item: object): Event => ({
  type: 'response.output_item.added',
  output_index,
  item,
});
const done = (output_index: number, item: object): Event => ({ type: 'response.output_item.done', output_index, item });
const completed = (output: unknown, more?: object): Event => ({
  type: 'response.completed',
  response: responseOf(output, more),
});
const piece = (type: string, output_index: number, more: object): Event => ({
  type: `response.${type}`,
  output_index,
  content_index: 0,
  summary_index: 0,
  ...more,
});
const begun = (item: { type: string; id: string; [member: string]: unknown }, empty: object): object => ({
  ...item,
  status: 'in_progress',
  ...empty,
});
const read = (...events: Event[]) => readResponses([streamExchange(...events)]);
const at = (events: string) => `exchanges[0].response.events[${events}]`;

const text = messageItem('It rains.');
const call = callItem('{"city":"Oslo"}');
const differs = (path: string, what = 'stream and its final response differ') => ({ path, what, contradicts: true });

describe('a response as a stream', () => {
  it('says what its events say, and which events said it', () => {
    expect(
      read(
        created,
        { type: 'response.in_progress', response: responseOf([]) },
        added(0, begun(text, { content: [] })),
        piece('content_part.added', 0, { part: { type: 'output_text', text: '', annotations: [] } }),
        piece('output_text.delta', 0, { delta: 'It ' }),
        piece('output_text.delta', 0, { delta: 'rains.' }),
        piece('output_text.done', 0, { text: 'It rains.' }),
        piece('content_part.done', 0, { part: text.content[0] }),
        done(0, text),
        added(1, begun(call, { arguments: '' })),
        piece('function_call_arguments.delta', 1, { delta: '{"city":' }),
        piece('function_call_arguments.delta', 1, { delta: '"Oslo"}' }),
        piece('function_call_arguments.done', 1, { arguments: '{"city":"Oslo"}' }),
        done(1, call),
        completed([text, call]),
      ),
    ).toEqual({
      facts: [
        { fact: { kind: 'text', text: 'It rains.' }, path: at('2..8') },
        {
          fact: { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo' }, id: 'call_of_fc_1' },
          path: at('9..13'),
        },
        { fact: { kind: 'finish', reason: 'tool_calls' }, path: `${at('14')}.response.status` },
        { fact: { kind: 'usage', inputTokens: 10, outputTokens: 5 }, path: `${at('14')}.response.usage` },
      ],
      unread: [],
    });
  });

  it('keeps items apart whose events come mixed, in the order of their places', () => {
    const other = callItem('{"city":"Bergen"}', 'fc_2');
    const { facts } = read(
      created,
      added(1, begun(other, { arguments: '' })),
      added(0, begun(call, { arguments: '' })),
      piece('function_call_arguments.delta', 1, { delta: '{"city":"Bergen"}' }),
      piece('function_call_arguments.delta', 0, { delta: '{"city":"Oslo"}' }),
      done(1, other),
      done(0, call),
      completed([call, other]),
    );
    expect(facts.slice(0, 2).map(({ fact, path }) => [fact.kind === 'call' && fact.arguments, path])).toEqual([
      [{ city: 'Oslo' }, at('2..6')],
      [{ city: 'Bergen' }, at('1..5')],
    ]);
  });

  it('takes an item that comes whole, with or without a beginning', () => {
    const search = { type: 'web_search_call', id: 'ws', status: 'completed', action: { type: 'search', query: 'q' } };
    const { facts, unread } = read(
      created,
      added(0, { ...search, action: null, status: 'in_progress' }),
      piece('web_search_call.searching', 0, { item_id: 'ws' }),
      done(0, search),
      done(1, text),
      completed([search, text]),
    );
    expect(unread).toEqual([]);
    expect(facts.slice(0, 2)).toEqual([
      { fact: { kind: 'hosted-call', tool: 'web_search', arguments: search.action, id: 'ws' }, path: at('1..3') },
      { fact: { kind: 'text', text: 'It rains.' }, path: at('4') },
    ]);
  });

  it('cites as the finished item says, and names the place there', () => {
    const cited = messageItem('It rains.', [
      { type: 'url_citation', url: 'https://a.example/', start_index: 0, end_index: 2 },
    ]);
    const annotation = { type: 'url_citation', url: 'https://a.example/', start_index: 0, end_index: 2 };
    const events = [
      created,
      added(0, begun(cited, { content: [] })),
      piece('output_text.delta', 0, { delta: 'It rains.' }),
      piece('output_text.annotation.added', 0, { annotation }),
    ];
    const citation = { kind: 'citation', target: 'https://a.example/', span: 'It' };
    const whole = read(...events, done(0, cited), completed([cited]));
    expect(whole.facts[1]).toEqual({ fact: citation, path: `${at('4')}.item.content[0].annotations[0]` });
    // Torn before the item was finished, the annotation's own event is all there is.
    expect(read(...events).facts[1]).toEqual({ fact: citation, path: `${at('1..3')}.content[0].annotations[0]` });
  });

  it('has reasoning as sealed when it was finished, and knows the seal of the end', () => {
    const reasoning = (encrypted_content: string, summary: string[]) => ({
      type: 'reasoning',
      id: 'rs_1',
      encrypted_content,
      summary: summary.map((words) => ({ type: 'summary_text', text: words })),
    });
    const finished = reasoning('second', ['It is ', 'cold.']);
    const { facts, unread } = read(
      created,
      added(0, reasoning('first', [])),
      piece('reasoning_summary_part.added', 0, { part: { type: 'summary_text', text: '' } }),
      piece('reasoning_summary_text.delta', 0, { delta: 'It is ' }),
      piece('reasoning_summary_text.delta', 0, { delta: 'cold.', summary_index: 1 }),
      done(0, finished),
      completed([reasoning('third', ['It is ', 'cold.'])]),
    );
    expect(unread).toEqual([]);
    expect(facts[0]?.fact).toEqual({
      kind: 'reasoning',
      text: 'It is cold.',
      protectedData: 'second',
      sealedAgain: 'third',
    });
  });

  it('puts together what deltas tell, where no event opened the part or finished the item', () => {
    const { facts, unread } = read(
      created,
      added(0, begun(text, { content: [] })),
      piece('output_text.delta', 0, { delta: 'It ' }),
      piece('output_text.delta', 0, { delta: 'rai' }),
      added(1, { type: 'mcp_call', id: 'mcp', name: 'f', server_label: 's', arguments: '' }),
      piece('mcp_call_arguments.delta', 1, { delta: '{"a":1}' }),
      added(2, { type: 'code_interpreter_call', id: 'ci', code: '', outputs: null }),
      piece('code_interpreter_call_code.delta', 2, { delta: 'print(1)' }),
      added(3, { type: 'custom_tool_call', id: 'c', call_id: 'd', name: 'sql', input: '' }),
      piece('custom_tool_call_input.done', 3, { input: 'select 1' }),
    );
    expect(facts.map(({ fact }) => fact)).toEqual([
      { kind: 'text', text: 'It rai' },
      { kind: 'hosted-call', tool: 's/f', ofServer: { name: 'f', server: 's' }, arguments: { a: 1 }, id: 'mcp' },
      { kind: 'hosted-call', tool: 'code_interpreter', arguments: { code: 'print(1)' }, id: 'ci' },
      { kind: 'call', name: 'sql', arguments: 'select 1', id: 'd' },
      { kind: 'error', message: '', unreadable: '' },
    ]);
    expect(unread).toEqual([
      { path: 'exchanges[0].response.events', what: 'stream that ends before its response is complete' },
    ]);
  });

  it('is cited also where only the event of the citation tells', () => {
    const annotation = { type: 'url_citation', url: 'https://a.example/', start_index: 0, end_index: 2 };
    const { facts } = read(
      created,
      added(0, begun(text, { content: [] })),
      piece('output_text.delta', 0, { delta: 'It rains.' }),
      piece('output_text.annotation.added', 0, { annotation }),
      done(0, text),
      completed([text]),
    );
    expect(facts[1]?.fact).toEqual({ kind: 'citation', target: 'https://a.example/', span: 'It' });
  });

  it('knows by its id, or as the last, an item of which events have no index, and holds it against the end', () => {
    const other = callItem('{"city":"Bergen"}', 'fc_2');
    const unnumbered = (...events: Event[]) =>
      read(...events.map(({ output_index: _o, content_index: _c, summary_index: _s, ...event }) => event as Event));
    const events = (end: object) => [
      created,
      added(0, begun(text, { content: [] })),
      piece('content_part.added', 0, { item_id: text.id, part: { type: 'output_text', text: '', annotations: [] } }),
      piece('output_text.delta', 0, { delta: 'It rains.' }),
      added(1, begun(call, { arguments: '' })),
      added(2, begun(other, { arguments: '' })),
      piece('function_call_arguments.delta', 1, { item_id: call.id, delta: '{"city":"Oslo"}' }),
      piece('function_call_arguments.delta', 2, { item_id: other.id, delta: '{"city":"Bergen"}' }),
      done(0, text),
      done(1, call),
      done(2, other),
      completed([text, call, end]),
    ];
    expect(unnumbered(...events(other))).toEqual(read(...events(other)));
    expect(unnumbered(...events(callItem('{"city":"Rome"}', 'fc_2'))).unread).toEqual([
      differs(`${at('11')}.response.output[2]`),
    ]);
    const [, , , , , , , wrong] = events(other);
    const torn = { ...wrong, delta: '{"city":"Rome"}' } as Event;
    expect(unnumbered(...events(other).with(7, torn)).unread).toEqual([
      differs(at('10'), 'deltas and their final result differ'),
    ]);
  });

  it('tells an item once whose id is another one in the end', () => {
    const { facts } = read(created, added(0, text), done(0, text), completed([{ ...text, id: 'msg_again' }]));
    expect(facts.filter(({ fact }) => fact.kind === 'text')).toHaveLength(1);
  });

  it('has what only the end tells in the place that it has there', () => {
    const first = messageItem('First of all:');
    const { facts } = read(created, done(1, text), completed([{ ...first, id: 'msg_first' }, text, call]));
    expect(facts.map(({ fact }) => (fact.kind === 'text' ? fact.text : fact.kind)).slice(0, 3)).toEqual([
      'First of all:',
      'It rains.',
      'call',
    ]);
  });

  it('takes what no event finished from the final response', () => {
    const tools = { type: 'mcp_list_tools', id: 'mcpl', server_label: 's', tools: [{ name: 'f' }] };
    const { facts, unread } = read(created, added(0, { ...tools, tools: [] }), completed([tools]));
    expect(unread).toEqual([]);
    expect(facts[1]).toEqual({
      fact: { kind: 'hosted-result', tool: 's/mcp_list_tools', payload: [{ name: 'f' }], id: 'mcpl' },
      path: `${at('1')} + ${at('2')}.response.output[0]`,
    });
  });

  it('may come whole in its last event', () => {
    const { facts, unread } = read(completed([text]));
    expect(facts.map(({ fact }) => fact)).toEqual([{ kind: 'error', message: '', unreadable: '' }]);
    expect(unread.map(({ what }) => what)).toEqual(['response.completed', 'stream without a response']);
    expect(read(created, completed([text])).facts[0]).toEqual({
      fact: { kind: 'text', text: 'It rains.' },
      path: `${at('1')}.response.output[0]`,
    });
  });

  it('is what its events say where its end repeats nothing', () => {
    const { facts, unread } = read(created, added(0, text), done(0, text), completed([]));
    expect(facts[0]?.fact).toEqual({ kind: 'text', text: 'It rains.' });
    expect(unread).toEqual([]);
  });

  it('knows the event by its data, also where the stream names none', () => {
    const named = [created, added(0, text), done(0, text), completed([text])];
    const nameless = named.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('');
    expect(readResponses([streamText(nameless)])).toEqual(read(...named));
  });
});

describe('a stream that contradicts itself', () => {
  const other = messageItem('It is dry.');

  it('is one whose final response tells otherwise', () => {
    const { facts, unread } = read(created, added(0, text), done(0, text), completed([other]));
    expect(facts[0]?.fact).toEqual({ kind: 'text', text: 'It rains.' });
    expect(unread).toEqual([differs(`${at('3')}.response.output[0]`)]);
  });

  it('is one whose final response has more or fewer items', () => {
    expect(read(created, done(0, text), completed([text, call])).unread).toEqual([
      differs(`${at('2')}.response.output[1]`),
    ]);
    expect(read(created, done(0, text), done(1, call), completed([text])).unread).toEqual([
      differs(`${at('3')}.response`),
    ]);
  });

  it('is one whose deltas made something else', () => {
    const what = 'deltas and their final result differ';
    const events = [created, added(0, begun(text, { content: [] })), piece('output_text.delta', 0, { delta: 'It' })];
    expect(read(...events, done(0, text), completed([text])).unread).toEqual([differs(at('3'), what)]);
    expect(read(...events, piece('output_text.done', 0, { text: 'Is' })).unread[0]).toEqual(differs(at('3'), what));
  });

  it('is none that only seals again what stands for an earlier part of the conversation', () => {
    const compaction = { type: 'compaction', id: 'cmp_1', encrypted_content: 'first' };
    const again = { ...compaction, encrypted_content: 'second' };
    expect(read(created, done(0, compaction), completed([again])).unread).toEqual([]);
  });

  it('is none that only says a member more, or in another order', () => {
    const { content, ...rest } = text;
    const again = { content: [{ ...content[0], extra: 1 }], ...rest, status: 'incomplete' };
    expect(read(created, done(0, text), completed([again])).unread).toEqual([]);
  });
});

describe('what a stream says besides', () => {
  it('is an error where one comes in its midst, or at its end', () => {
    const error: Event = { type: 'error', code: 'server_error', message: 'Sorry.', param: null };
    const midst = read(created, added(0, text), error);
    expect(midst.facts.at(-1)).toEqual({
      fact: { kind: 'error', code: 'server_error', message: 'Sorry.', retryable: true },
      path: at('2'),
    });
    const failed = { code: 'rate_limit_exceeded', message: 'Slow down.' };
    const end = read(created, {
      type: 'response.failed',
      response: responseOf([], { status: 'failed', error: failed }),
    });
    expect(end.facts.at(-1)).toEqual({
      fact: { kind: 'error', ...failed, retryable: true },
      path: `${at('1')}.response.error`,
    });
    expect(end.unread).toEqual([]);
  });

  it('is listed where there is no word for it, or no place', () => {
    const { unread } = read(
      piece('output_text.delta', 0, { delta: 'before anything' }),
      created,
      added(0, text),
      piece('telepathy.delta', 0, { delta: 'x' }),
      piece('output_text.delta', 7, { delta: 'of an item that never began' }),
      piece('output_text.delta', 0, { delta: 'x', content_index: -1 }),
      piece('output_text.delta', 0, { delta: 'x', content_index: 1e9 }),
      { type: 'response.output_item.added', output_index: 9 },
      { type: 'keepalive' },
      done(0, text),
      completed([text]),
    );
    expect(unread.map(({ path, what }) => `${path} ${what}`)).toEqual(
      [
        '0 response.output_text.delta',
        '3 response.telepathy.delta',
        '4 response.output_text.delta',
        '5 response.output_text.delta',
        '6 response.output_text.delta',
        '7 response.output_item.added',
        '8 keepalive',
      ].map((line) => line.replace(/^(\d)/, (index) => at(index))),
    );
  });

  it('is listed where it is no JSON', () => {
    expect(readResponses([streamText('event: response.created\ndata: {\n\ndata: [DONE]\n\n')])).toEqual({
      facts: [{ fact: { kind: 'error', message: '', unreadable: '' }, path: 'exchanges[0].response.events' }],
      unread: [
        { path: at('0'), what: 'event that is not a JSON object (response.created)' },
        { path: at('1'), what: 'event that is not a JSON object' },
        { path: 'exchanges[0].response.events', what: 'stream without a response' },
      ],
    });
  });
});
