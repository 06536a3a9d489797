import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { demandsOfRuns } from '../provider-apis/families/runs/rules.ts';
import { answerHolds, bodyMember, credentialsIn, queryParameter } from './request-requirements.ts';

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
    expect(credentialsIn('x-api-key', 'authorization').isMet(exchange(steps), [])).toBe(true);
    expect(credentialsIn('x-api-key').isMet(exchange(steps), [])).toBe(false);
  });

  test('a parameter of the query is missed where it is not there', () => {
    expect(queryParameter('api-version').isMet(exchange(`${steps}?api-version=v1`), [])).toBe(true);
    expect(queryParameter('api-version').isMet(exchange(`${steps}?order=asc`), [])).toBe(false);
  });

  test('a member of the body is missed where it is not there, or holds nothing', () => {
    const asking = (body: string) => ({
      ...exchange(steps),
      request: { ...exchange(steps).request, body: { text: body } },
    });
    expect(bodyMember('model').isMet(asking('{"model":"m"}'), [])).toBe(true);
    expect(bodyMember('model').isMet(asking('{"model":null}'), [])).toBe(false);
    expect(bodyMember('model').isMet(asking('[]'), [])).toBe(false);
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
    expect(lackingIn(exchange(steps, found))).toEqual(['"include[]"']);
    expect(lackingIn(exchange(steps, '{"data":[]}'))).toEqual([]);
    expect(lackingIn(asked)).toEqual([]);
  });

  test('a list goes on after its page before, and only where that said that there is more', () => {
    const page = (after: string, hasMore: boolean) =>
      exchange(`${steps}${after}`, JSON.stringify({ data: [{ id: 'a' }, { id: 'b' }], has_more: hasMore }));
    expect(lackingIn(page('', false), [page('', true)])).toEqual(['"after"']);
    expect(lackingIn(page('?after=a', false), [page('', true)])).toEqual(['"after"']);
    expect(lackingIn(page('?after=b', false), [page('', true)])).toEqual([]);
    expect(lackingIn(page('', false), [page('', false)])).toEqual([]);
    expect(lackingIn(page('', false), [exchange(`${steps}/other`, '{"data":[],"has_more":true}')])).toEqual([]);
    expect(lackingIn(page('', false))).toEqual([]);
  });

  test('messages of one run are asked for by its id, where others have spoken in the thread', () => {
    const url = 'https://example.test/threads/t/messages';
    const listed = (query: string, ...runs: (string | null)[]) =>
      exchange(`${url}${query}`, JSON.stringify({ data: runs.map((id) => ({ run_id: id })) }), 'messages.list');
    const said = (thread: string) => exchange(url.replace('/t/', `/${thread}/`), '{}', 'messages.create');
    expect(lackingIn(listed('', 'r'), [said('t')])).toEqual(['"run_id"']);
    expect(lackingIn(listed('?run_id=r', 'r'), [said('t')])).toEqual([]);
    expect(lackingIn(listed('', 'r', null), [said('t')])).toEqual([]);
    expect(lackingIn(listed('', 'r'), [said('u')])).toEqual([]);
    expect(lackingIn(listed(''), [said('t')])).toEqual([]);
  });
});

/** What a request lacks of what APIs with runs demand, by the first word. */
const lackingIn = (asked: Exchange, earlier: readonly Exchange[] = []): string[] =>
  demandsOfRuns
    .filter((demand) => demand.of?.(asked, earlier) && !demand.isMet(asked, earlier))
    .map(({ what }) => what.split(' ')[0] ?? '');
