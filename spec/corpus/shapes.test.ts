import { describe, expect, it, test } from 'vitest';
import { exampleExchanges } from '../wire/example-exchanges.ts';
import { compareShapes, isWhole, shapesOf } from './shapes.ts';

const { jsonExchange, streamExchange, frameExchange } = exampleExchanges('create', 'https://api.example/v1/create');
const shapes = (exchange: ReturnType<typeof jsonExchange>, ...opaque: string[]) =>
  [...shapesOf(exchange.response, new Set(opaque))].sort();

describe('shapes of an answer', () => {
  it('are its types and members, under the type or the member that they stand in', () => {
    const body = { id: 'x', usage: { tokens: 1, cached: null }, output: [{ type: 'call', args: { city: 'Oslo' } }] };
    expect(shapes(jsonExchange(body), 'args')).toEqual(
      ['body.id', 'body.output', 'body.usage', 'call.args', 'call.type', 'type call', 'usage.tokens'].sort(),
    );
  });

  it('end at what is opaque, wherever it stands or under one owner alone', () => {
    const body = { tools: [{ name: 'x' }], found: { tools: [{ path: 'y' }], schema: { deep: 1 } } };
    expect(shapes(jsonExchange(body), 'body.tools', 'schema')).toEqual(
      ['body.found', 'body.tools', 'found.schema', 'found.tools', 'tools.path'].sort(),
    );
  });

  it('are also the names of events and frames', () => {
    expect(shapes(streamExchange({ type: 'begin', at: 1 }))).toEqual([
      'begin.at',
      'begin.type',
      'event begin',
      'type begin',
    ]);
    expect(shapes(frameExchange(['chunk', { bytes: 'aGk=' }]))).toContain('event chunk');
  });

  it('are never words of a sentence: names that are none are left out', () => {
    expect(shapes(jsonExchange({ 'a b': 1, type: 'two words\u001b[2J' }))).toEqual(['body.type']);
  });
});

describe('a comparison', () => {
  const real = new Map([
    ['type a', 'one.json exchanges[0]'],
    ['a.x', 'one.json exchanges[0]'],
    ['type b', 'two.json exchanges[1]'],
  ]);

  test('lists what no cassette has, with the place where it was seen', () => {
    const report = compareShapes('anthropic', real, new Set(['type a']));
    expect(report.missing).toEqual([
      { shape: 'a.x', seen: 'one.json exchanges[0]' },
      { shape: 'type b', seen: 'two.json exchanges[1]' },
    ]);
    expect(isWhole(report)).toBe(false);
  });

  test('is whole when each has a reason, and not when a reason is needless', () => {
    const reason = 'belongs to a tool that is no row';
    const reasons = [{ shapes: ['a.*', 'type b'], reason }];
    expect(isWhole(compareShapes('anthropic', real, new Set(['type a']), reasons))).toBe(true);
    const later = compareShapes('anthropic', real, new Set(['type a', 'type b']), reasons);
    expect(later).toMatchObject({ missing: [], needless: ['type b'] });
    expect(isWhole(later)).toBe(false);
  });
});
