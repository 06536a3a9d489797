import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { Fact } from '../../facts/fact.ts';
import { asked, jsonExchange, response, streamExchange } from './example-exchange.ts';
import { googleReader } from './reader.ts';

const read = (exchange: Exchange) => googleReader.readResponses([exchange]);
const factsOf = (exchange: Exchange): Fact[] => read(exchange).facts.map(({ fact }) => fact);
const kinds = (exchange: Exchange, ...wanted: Fact['kind'][]) =>
  factsOf(exchange).filter(({ kind }) => wanted.includes(kind));

describe('parts', () => {
  it('a signature is told after its part, thoughts are one up to theirs', () => {
    const parts = [
      { text: 'a', thought: true },
      { text: 'b', thought: true, thoughtSignature: 's1' },
      { functionCall: { name: 'f' }, thoughtSignature: 's2' },
    ];
    const told = [
      { kind: 'reasoning', text: 'ab', protectedData: 's1' },
      { kind: 'call', name: 'f', arguments: {} },
      { kind: 'reasoning', text: '', protectedData: 's2' },
      { kind: 'finish', reason: 'tool_calls' },
    ];
    expect(factsOf(jsonExchange(response(parts)))).toEqual(told);
    const pieces = parts.map((part, i) => response([part], { finishReason: i === 2 ? 'STOP' : undefined }));
    expect(factsOf(streamExchange(...pieces))).toEqual(told);
  });

  it('a part of a kind that nobody knows is a result', () => {
    expect(kinds(jsonExchange(response([{ newKind: { x: 1 } }])), 'hosted-result')).toEqual([
      { kind: 'hosted-result', tool: 'newKind', payload: { x: 1 } },
    ]);
  });

  it('with a computer declared, a call of no declared function is an action', () => {
    const call = (name: string, args: object) => ({ functionCall: { id: name, name, args } });
    const decision = { decision: 'require_confirmation', explanation: 'why' };
    const answer = response([call('click_at', { x: 1, safety_decision: decision }), call('mine', {})]);
    const tools = [{ computer_use: {} }, { function_declarations: [{ name: 'mine' }] }];
    expect(kinds(asked(jsonExchange(answer), { tools }), 'action-call', 'call')).toEqual([
      {
        kind: 'action-call',
        tool: 'computer-use',
        actions: [{ type: 'click_at', x: 1 }],
        id: 'click_at',
        safetyChecks: ['safety_decision'],
      },
      { kind: 'call', name: 'mine', arguments: {}, id: 'mine' },
    ]);
  });

  it('arguments in pieces are put together, nested ones too', () => {
    const piece = (...partialArgs: object[]) =>
      response([{ functionCall: { partialArgs, willContinue: true } }], { finishReason: undefined });
    const stream = streamExchange(
      response([{ functionCall: { name: 'f', willContinue: true } }], { finishReason: undefined }),
      piece({ jsonPath: '$.list[0].a', stringValue: 'on', willContinue: true }),
      piece({ jsonPath: '$.list[0].a', stringValue: 'e' }, { jsonPath: '$.list[1]', nullValue: 'NULL_VALUE' }),
      piece({ jsonPath: "$['__proto__']", boolValue: false }),
      response([{ functionCall: {} }]),
    );
    const [call] = kinds(stream, 'call');
    expect(JSON.stringify(call?.kind === 'call' && call.arguments)).toBe(
      '{"list":[{"a":"one"},null],"__proto__":false}',
    );
  });
});

describe('what stands beside the message', () => {
  const metadata = {
    webSearchQueries: ['q'],
    groundingChunks: [{ web: { uri: 'https://a.example' } }, { retrievedContext: { fileSearchStore: 'stores/s' } }],
    groundingSupports: [{ segment: { startIndex: 5, endIndex: 8 }, groundingChunkIndices: [0, 1, 7] }],
  };

  it('searches, their result and citations, whose offsets are bytes', () => {
    const answer = jsonExchange(response([{ text: '⛰. ' }, { text: 'abc' }], { groundingMetadata: metadata }));
    expect(kinds(answer, 'hosted-call', 'hosted-result', 'citation')).toEqual([
      { kind: 'hosted-call', tool: 'google_search', arguments: { queries: ['q'] }, staysThere: true },
      { kind: 'hosted-result', tool: 'google_search', payload: metadata, staysThere: true },
      { kind: 'citation', target: 'https://a.example', span: 'abc', place: 3 },
      { kind: 'citation', target: 'stores/s', span: 'abc', place: 3 },
    ]);
  });

  it('cited words stand at the nearest place that has them; words that are nowhere cannot be shown', () => {
    const support = (segment: object) => ({ segment, groundingChunkIndices: [0] });
    const groundingSupports = [
      support({ startIndex: 12, text: 'tide' }),
      support({ text: 'tide' }),
      support({ text: 'ebb' }),
      support({ text: '' }),
    ];
    const groundingMetadata = { ...metadata, groundingSupports };
    const answer = jsonExchange(response([{ text: 'Low tide, high tide.' }], { groundingMetadata }));
    const target = 'https://a.example';
    expect(kinds(answer, 'citation')).toEqual([
      { kind: 'citation', target, span: 'tide', place: 15 },
      { kind: 'citation', target, span: 'tide', place: 4 },
      { kind: 'citation', target },
      { kind: 'citation', target },
    ]);
  });

  it('searches that are told as parts are not told twice', () => {
    const toolCall = { toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['q'] }, id: 't' };
    const answer = jsonExchange(response([{ toolCall }], { groundingMetadata: metadata }));
    expect(kinds(answer, 'hosted-call')).toHaveLength(1);
  });

  it('usage counts what tools gave as input and thoughts as output; the last counts of a stream are those that count', () => {
    const counts = { promptTokenCount: 3, toolUsePromptTokenCount: 4, candidatesTokenCount: 5, thoughtsTokenCount: 6 };
    const stream = streamExchange(
      response([], {}, { usageMetadata: { promptTokenCount: 1 } }),
      response([], {}, { usageMetadata: counts }),
      response([], {}, { usageMetadata: { trafficType: 'ON_DEMAND' } }),
    );
    expect(kinds(stream, 'usage')).toEqual([{ kind: 'usage', inputTokens: 7, outputTokens: 11, reasoningTokens: 6 }]);
  });

  it.each([
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['UNEXPECTED_TOOL_CALL', 'UNEXPECTED_TOOL_CALL'],
  ])('%s is the reason %s', (finishReason, reason) => {
    expect(kinds(jsonExchange(response([], { finishReason })), 'finish')).toEqual([{ kind: 'finish', reason }]);
  });

  it('a further candidate is another answer, and is named as not read', () => {
    const { candidates } = response([{ text: 'a' }]);
    const other = { index: 1, content: { parts: [{ text: 'b' }] } };
    const reading = read(jsonExchange({ candidates: [...candidates, other] }));
    expect(reading.unread.map(({ what }) => what)).toEqual(['a further candidate']);
    expect(reading.facts[0]?.fact).toEqual({ kind: 'text', text: 'a' });
  });
});

describe('errors', () => {
  const error = { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'm' } };
  it.each([[error], [[error]]])('%j', (body) => {
    expect(factsOf(jsonExchange(body, 400))).toEqual([
      { kind: 'error', status: 400, code: 'INVALID_ARGUMENT', message: 'm' },
    ]);
  });

  it('that says when to try again', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2.5s' }];
    const [fact] = factsOf(jsonExchange({ error: { ...error.error, details } }, 429));
    expect(fact).toMatchObject({ kind: 'error', retryAfter: 2500 });
  });

  it('inside a stream, beside what came before', () => {
    expect(kinds(streamExchange(response([{ text: 'a' }]), error), 'text', 'error')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'error', code: 'INVALID_ARGUMENT', message: 'm', retryable: false },
    ]);
  });
});
