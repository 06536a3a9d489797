import { expect, test } from 'vitest';
import type { CaseResult } from '../../spec/results/schema.ts';
import { sample } from '../fixtures/sample.ts';
import { markdownOf } from '../markdown/summary.ts';
import { summarize } from '../summary/summary.ts';
import { staleCells, staleLine } from './stale.ts';

/** The sample with its recordings of one provider API grown stale. */
function grown(providerApi: string, freshUntil: string) {
  const { results } = sample();
  const cases = results.cases.map(
    (c): CaseResult =>
      c.cassette && c.providerApi === providerApi ? { ...c, cassette: { ...c.cassette, freshUntil, stale: true } } : c,
  );
  return { ...results, cases };
}

const plain = (text: string) => text;
const colour = { green: plain, red: plain, yellow: plain, dim: plain, bold: plain };

test('cells are stale by their recordings, each counted once; refusals are not, for they need none', () => {
  const { cases } = grown('anthropic', '2026-08-01');
  expect(staleCells(cases).map(({ tool, recordings }) => `${tool} ${recordings}`)).toEqual([
    'function-calling 1',
    'web-search 1',
  ]);
  expect(cases.some((c) => c.kind === 'rejection' && c.cassette?.stale)).toBe(true);
  expect(staleLine(cases)).toBe('2 recordings behind 2 cells are stale, the oldest since 2026-08-01');
  expect(staleLine(grown('openai-responses', '2026-08-01').cases.filter((c) => c.tool === 'function-calling'))).toBe(
    '1 recording behind 1 cell is stale, since 2026-08-01',
  );
  expect(staleLine(sample().results.cases)).toBeUndefined();
});

test('the summary and the comment say which cells, the page has it in the strip; of fresh ones nothing is said', () => {
  const stale = grown('openai-responses', '2026-08-01');
  expect(summarize(stale, colour)).toContain(
    'are stale, the oldest since 2026-08-01: function-calling/openai-responses',
  );
  expect(markdownOf(stale)).toContain('### Stale recordings');
  expect(markdownOf(stale)).toContain('- `function-calling/openai-responses`: 1 since 2026-08-01');
  const { results } = sample();
  expect(summarize(results, colour) + markdownOf(results)).not.toMatch(/stale/i);
});
