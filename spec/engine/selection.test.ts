import { expect, test } from 'vitest';
import { planRun } from './plan.ts';
import { casesOfPartition } from './selection.ts';

const { cases } = await planRun({ cases: ['reference-anthropic'] }, '2026-11-20');
const partsOf = (of: number) => Array.from({ length: of }, (_, nth) => casesOfPartition(cases, { nth, of }));

test.for([1, 2, 3, 7])('%i parts hold every case once, in the order that they have', (of) => {
  const parts = partsOf(of);
  const held = new Set(parts.flat());
  expect(parts.flat()).toHaveLength(cases.length);
  expect(cases.filter((each) => held.has(each))).toEqual(cases);
  for (const part of parts) expect(part).toEqual(cases.filter((each) => part.includes(each)));
});

test('of every family of faults each part plays about as many conversations', () => {
  const [first = [], second = []] = partsOf(2);
  const plays = (part: typeof cases, family: string) =>
    part.filter((c) => c.scenario.id === family).reduce((sum, { fault }) => sum + (fault?.over.length ?? 0), 0);
  const families = new Set(cases.filter(({ fault }) => fault).map(({ scenario }) => scenario.id));
  expect([...families]).toContain('fault-stream-framing');
  for (const family of families) {
    const [a, b] = [plays(first, family), plays(second, family)];
    // A case is in one part as a whole.
    const largest = Math.max(...cases.map((c) => (c.scenario.id === family ? (c.fault?.over.length ?? 0) : 0)));
    expect(Math.abs(a - b), family).toBeLessThanOrEqual(Math.max(largest, 0.2 * Math.max(a, b)));
  }
});
