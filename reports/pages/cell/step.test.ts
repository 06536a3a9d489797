import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fact, LocatedFact } from '../../../spec/facts/fact.ts';
import { type FactRow, factRows } from './step.ts';

const located = (side: string, facts: readonly Fact[]): LocatedFact[] =>
  facts.map((fact, i) => ({ fact, path: `${side}[${i}]` }));
const call = (city: string, id: string): Fact => ({ kind: 'call', name: 'get_weather', arguments: { city }, id });
const show = ({ wire, adapter, comparison }: FactRow) => `${wire?.path ?? '-'} ${adapter?.path ?? '-'} ${comparison}`;

it('lays facts side by side in the order of the wire, then what the adapter made up', () => {
  const wire = located('w', [
    { kind: 'text', text: 'Both.' },
    call('Bergen', 'a'),
    call('Kraków', 'b'),
    { kind: 'finish', reason: 'tool_calls' },
  ]);
  const adapter = located('a', [
    call('Bergen', 'a'),
    { kind: 'reasoning', text: 'Hm.' },
    { kind: 'text', text: 'Both.' },
    { kind: 'finish', reason: 'stop' },
  ]);
  expect(factRows(wire, adapter).map(show)).toEqual([
    'w[0] a[2] same',
    'w[1] a[0] same',
    'w[2] - lost',
    'w[3] a[3] changed',
    '- a[1] invented',
  ]);
});

it('pairs calls by id, wherever they stand', () => {
  const wire = located('w', [call('Bergen', 'a'), call('Kraków', 'b')]);
  const adapter = located('a', [call('Kraków', 'b'), call('Oslo', 'a')]);
  expect(factRows(wire, adapter).map(show)).toEqual(['w[0] a[1] changed', 'w[1] a[0] same']);
});

it('shows every fact of both sides exactly once', () => {
  const fact: fc.Arbitrary<Fact> = fc.oneof(
    fc.record({ kind: fc.constant('text' as const), text: fc.constantFrom('x', 'y') }),
    fc.record({ kind: fc.constant('finish' as const), reason: fc.constantFrom('stop', 'length') }),
    fc.constantFrom(call('Bergen', 'a'), call('Kraków', 'b'), call('Kraków', 'a')),
  );
  const facts = fc.array(fact, { maxLength: 8 });
  fc.assert(
    fc.property(facts, facts, (left, right) => {
      const [wire, adapter] = [located('w', left), located('a', right)];
      const rows = factRows(wire, adapter);
      expect(rows.flatMap((r) => r.wire ?? [])).toEqual(wire);
      expect(new Set(rows.flatMap((r) => r.adapter ?? []))).toEqual(new Set(adapter));
      expect(rows.flatMap((r) => r.adapter ?? []).length).toBe(adapter.length);
      expect(rows.every((r) => (r.comparison === 'same') <= (r.wire !== undefined && r.adapter !== undefined))).toBe(
        true,
      );
    }),
  );
});
