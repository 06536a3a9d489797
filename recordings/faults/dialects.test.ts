import { describe, expect, test } from 'vitest';
import type { DialectTraitId } from '../../matrix/dialects.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { inDialect } from './dialects.ts';

const answer = (type: string, text: string): HttpResponse => ({
  status: 200,
  headers: [['content-type', type]],
  body: { text },
});
const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const piece = (index: number, id: string | undefined, text: string) => ({
  tool_calls: [
    { index, ...(id ? { id, type: 'function' } : {}), function: { ...(id ? { name: 'sea' } : {}), arguments: text } },
  ],
});
const usage = { prompt_tokens: 3, completion_tokens: 9, total_tokens: 12 };
const events = [
  chunk({ role: 'assistant', content: null }),
  chunk(piece(0, 'call_a', '')),
  chunk(piece(0, undefined, '{"at":')),
  chunk(piece(1, 'call_b', '')),
  chunk(piece(0, undefined, '"Alta"}')),
  chunk(piece(1, undefined, '{}')),
  chunk({}, 'tool_calls'),
  { choices: [], usage },
];
const stream = answer(
  'text/event-stream',
  `${events.map((e) => `data: ${JSON.stringify(e)}\n\n`).join('')}data: [DONE]\n\n`,
);

function arrived(...traits: readonly DialectTraitId[]): string {
  const [fault] = inDialect(traits)(stream, 'ask');
  const response = fault?.arrives();
  if (!response || response === 'nothing') throw new Error('it has none of the traits');
  return response.body.text;
}

describe('a stream of two calls', () => {
  test('in one piece each, without an index', () => {
    const text = arrived('index-missing');
    expect(text).toContain(
      '"tool_calls":[{"id":"call_a","type":"function","function":{"name":"sea","arguments":"{\\"at\\":\\"Alta\\"}"}}]',
    );
    expect(text.match(/"tool_calls":\[/g)).toHaveLength(2);
  });

  test('that begin with their arguments keep them', () => {
    const text = arrived('call-begins-with-arguments');
    expect([...text.matchAll(/"arguments":"((?:\\.|[^"])*)"/g)].map(([, part]) => part)).toEqual([
      '{',
      '\\"at\\":',
      '{',
      '\\"Alta\\"}',
      '}',
    ]);
  });

  test('whose usage comes with the finish reason, twice or growing', () => {
    expect(arrived('usage-with-finish').match(/"usage"/g)).toHaveLength(1);
    expect(arrived('usage-twice').match(/"usage"/g)).toHaveLength(2);
    expect(arrived('usage-in-each-chunk').match(/"completion_tokens":9/g)).toHaveLength(1);
    expect(arrived('finish-twice').match(/"finish_reason":"tool_calls"/g)).toHaveLength(2);
  });

  test('that an error ends has nothing behind it', () => {
    expect(arrived('error-event')).toMatch(/event: error\ndata: \{"error":.*\}\n\n$/);
  });
});

test('traits come together, and each alone where that fails; what an answer cannot have it has not', () => {
  const faults = inDialect(['calls-empty', 'index-from-one', 'comments', 'error-event', 'error-detail'])(stream, 'ask');
  expect(faults.map(({ covers }) => covers)).toEqual([
    ['index-from-one of several calls', 'comments of several calls'],
    ['error-event of several calls'],
  ]);
  expect(faults[0]?.apart?.().map(({ what }) => what)).toEqual([
    'the index of the first call is 1',
    'comments come before and between the chunks',
  ]);
});
