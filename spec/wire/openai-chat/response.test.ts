import { describe, expect, it, test } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { saidIn } from '../../facts/names.ts';
import { completionOf, jsonExchange } from './example-exchange.ts';
import { openAiChatReader } from './reader.ts';

const readResponses = (exchanges: readonly Exchange[]) => saidIn(openAiChatReader.readResponses(exchanges));
const read = (body: unknown, status = 200) => readResponses([jsonExchange(body, status)]);
const factsOf = (body: unknown) => read(body).facts.map(({ fact }) => fact);
const body = 'exchanges[0].response.body';
const call = (args: unknown, id: unknown = 'call_1') => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: args },
});

describe('a completion as a whole', () => {
  it('says its text, its calls, why it ended and what it cost, and where', () => {
    const message = { content: 'Wait.', tool_calls: [call('{"city":"Oslo"}')] };
    expect(read(completionOf(message, 'tool_calls'))).toEqual({
      facts: [
        { fact: { kind: 'text', text: 'Wait.' }, path: `${body}.choices[0].message.content` },
        {
          fact: { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo' }, id: 'call_1' },
          path: `${body}.choices[0].message.tool_calls[0]`,
        },
        { fact: { kind: 'finish', reason: 'tool_calls' }, path: `${body}.choices[0].finish_reason` },
        { fact: { kind: 'usage', inputTokens: 10, outputTokens: 5 }, path: `${body}.usage` },
      ],
      unread: [],
    });
  });

  it('cites by characters, the end exclusive', () => {
    const url_citation = { url: 'https://a.example', title: 'A', start_index: 2, end_index: 4 };
    const annotations = [{ type: 'url_citation', url_citation }, { type: 'map_citation' }];
    const { facts, unread } = read(completionOf({ content: '🛰 up!', annotations }));
    expect(facts[1]?.fact).toEqual({ kind: 'citation', target: 'https://a.example', span: 'up' });
    expect(unread).toEqual([{ path: `${body}.choices[0].message.annotations[1]`, what: 'annotation map_citation' }]);
  });

  test.each<[string, object, string, string]>([
    ['the older word', { function_call: { name: 'f', arguments: '{}' } }, 'function_call', 'tool_calls'],
    ['a call that was demanded by name', { tool_calls: [call('{}')] }, 'stop', 'tool_calls'],
    ['a call that was cut off', { tool_calls: [call('{"ci')] }, 'length', 'length'],
    ['a word of the API alone', { content: 'x' }, 'weary', 'weary'],
  ])('it ends: %s', (_title, message, said, reason) => {
    expect(factsOf(completionOf(message, said))).toContainEqual({ kind: 'finish', reason });
  });

  test.each<[string, object, object]>([
    ['arguments that do not parse', call('{"ci'), { arguments: '{"ci', id: 'call_1' }],
    ['no arguments', call(''), { arguments: {}, id: 'call_1' }],
    ['an empty id is none', call('{}', ''), { arguments: {} }],
    [
      'a custom tool is asked in words, whatever they look like',
      { id: 'call_1', type: 'custom', custom: { name: 'get_weather', input: '{"city":1}' } },
      { arguments: '{"city":1}', id: 'call_1', state: { type: 'custom' } },
    ],
  ])('it calls: %s', (_title, tool_call, fact) => {
    expect(factsOf(completionOf({ tool_calls: [tool_call] }))[0]).toEqual({
      kind: 'call',
      name: 'get_weather',
      ...fact,
    });
  });

  it('refuses, in words of its own', () => {
    expect(factsOf(completionOf({ content: null, refusal: 'I would rather not.' })).slice(0, 2)).toEqual([
      { kind: 'text', text: 'I would rather not.' },
      { kind: 'finish', reason: 'content_filter' },
    ]);
  });

  it('names what it has no word for', () => {
    const message = { content: 'x', reasoning_content: 'Hm.', audio: null };
    const other = { index: 1, message: { role: 'assistant', content: 'y' } };
    const whole = completionOf(message, 'stop', { prompt_filter_results: [], verdict: 1 });
    expect(read({ ...whole, choices: [...whole.choices, other] }).unread).toEqual([
      { path: `${body}.prompt_filter_results`, what: 'completion.prompt_filter_results' },
      { path: `${body}.verdict`, what: 'completion.verdict' },
      { path: `${body}.choices[0].message.reasoning_content`, what: 'message.reasoning_content' },
      { path: `${body}.choices[1]`, what: 'another choice' },
    ]);
  });
});

test('an error says its status, and its code or else its type', () => {
  const error = { message: 'No.', type: 'invalid_request_error', param: 'web_search_options', code: null };
  const fact = { kind: 'error', status: 400, code: 'invalid_request_error', message: 'No.' };
  expect(read({ error }, 400)).toEqual({ facts: [{ fact, path: body }], unread: [] });
  // With a status of success it is one all the same.
  expect(factsOf({ error })).toEqual([{ kind: 'error', code: 'invalid_request_error', message: 'No.' }]);
});

test('of several exchanges the price is summed', () => {
  const { facts } = readResponses([1, 2].map(() => jsonExchange(completionOf({ content: 'x' }))));
  expect(facts.at(-1)?.fact).toEqual({ kind: 'usage', inputTokens: 20, outputTokens: 10 });
});
