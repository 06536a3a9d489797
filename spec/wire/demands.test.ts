import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { answerHolds, bodyMember, credentialsIn, queryParameter } from './demands.ts';
import { foundWordsAskedFor } from './runs/demands.ts';

const exchange = (url: string, body = '', operation = 'steps.list'): Exchange => ({
  operation,
  transport: body.startsWith('{') ? 'json' : 'sse',
  request: { method: 'GET', url, headers: [['Authorization', 'REDACTED']] },
  response: { status: 200, headers: [], body: { text: body } },
});
const steps = 'https://example.test/threads/t/runs/r/steps';
const found =
  '{"data":[{"step_details":{"tool_calls":[{"type":"file_search","file_search":{"results":[{"content":[]}]}}]}}]}';

describe('demands', () => {
  test('credentials are found whatever the case of their header, and missed where another one is meant', () => {
    expect(credentialsIn('x-api-key', 'authorization').isMet(exchange(steps))).toBe(true);
    expect(credentialsIn('x-api-key').isMet(exchange(steps))).toBe(false);
  });

  test('a parameter of the query is missed where it is not there', () => {
    expect(queryParameter('api-version').isMet(exchange(`${steps}?api-version=v1`))).toBe(true);
    expect(queryParameter('api-version').isMet(exchange(`${steps}?order=asc`))).toBe(false);
  });

  test('a member of the body is missed where it is not there, or holds nothing', () => {
    const asking = (body: string) => ({
      ...exchange(steps),
      request: { ...exchange(steps).request, body: { text: body } },
    });
    expect(bodyMember('model').isMet(asking('{"model":"m"}'))).toBe(true);
    expect(bodyMember('model').isMet(asking('{"model":null}'))).toBe(false);
    expect(bodyMember('model').isMet(asking('[]'))).toBe(false);
  });

  test('an answer is searched at any depth, whole or streamed, and whatever it holds', () => {
    const fits = ({ type }: { type?: unknown }) => type === 'wanted';
    expect(answerHolds(exchange(steps, '{"a":[null,0,{"b":{"type":"wanted"}}]}'), fits)).toBe(true);
    expect(answerHolds(exchange(steps, 'data: [DONE]\n\ndata: {"c":{"type":"wanted"}}\n\n'), fits)).toBe(true);
    expect(answerHolds(exchange(steps, 'data: {"type":"other"}\n\n'), fits)).toBe(false);
  });

  test('words that a search found are demanded to be asked for only where they came', () => {
    const include = 'step_details.tool_calls[*].file_search.results[*].content';
    const asked = exchange(`${steps}?include[]=${encodeURIComponent(include)}`, found);
    expect(foundWordsAskedFor.of?.(exchange(steps, found))).toBe(true);
    expect(foundWordsAskedFor.of?.(exchange(steps, '{"data":[]}'))).toBe(false);
    expect(foundWordsAskedFor.isMet(asked)).toBe(true);
    expect(foundWordsAskedFor.isMet(exchange(steps, found))).toBe(false);
  });
});
