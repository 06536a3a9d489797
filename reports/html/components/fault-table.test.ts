import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Results } from '../../../spec/results/schema.ts';
import { resilience } from './fault-table.ts';

const fault = (adapter: string, faults: string, tried: number, failed: number) => ({
  kind: 'fault',
  adapter,
  faults,
  trials: { tried, failed },
  verdict: 'pass',
  checks: [],
});

const modelTextOf = (cases: readonly object[]): string => {
  const results = { run: { adapters: [{ id: 'one' }, { id: 'two' }] }, cases } as unknown as Results;
  return renderToString(resilience(results) as VNode)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
};

test('each adapter that was tried has a row, and a share is never rounded up to all', () => {
  const words = modelTextOf([
    fault('one', 'tolerance', 1000, 1),
    fault('one', 'framing', 3, 0),
    { kind: 'scenario', adapter: 'two' },
  ]);
  expect(words).toContain('one ✓ all 3 ◐ 99 % 999 of 1 000 not tried not tried 0 0 0 0');
  expect(words).not.toContain('two');
});

test('a run without faults has no such table', () => {
  expect(modelTextOf([])).toBe('');
});
