import { expect, it } from 'vitest';
import { sampleKillMatrix } from '../fixtures/kill-matrix.ts';
import type { Palette } from '../summary/palette.ts';
import { killMatrixLines } from './text.ts';

const plain: Palette = { green: String, red: String, yellow: String, dim: String, bold: String };

it('shows where broken adapters sit, what each check kills, then what is idle or missed and what to type', () => {
  const lines = killMatrixLines(sampleKillMatrix(), plain).split('\n');
  expect(
    lines
      .find((l) => l.startsWith('anthropic '))
      ?.trim()
      .split(/\s+/),
  ).toEqual(['anthropic', ...'···2···']);
  expect(lines.find((l) => l.startsWith('none yet for: '))).toContain('xai-responses, request, schema');
  expect(lines).toContain('returns-function-calls  MUST        1');
  expect(lines).toContain('idle rejects-before-sending catches no broken adapter');
  expect(lines).toContain('unjudged google/call-position is a rule that no broken adapter breaks alone');
  const missed = lines.indexOf('missed says-nothing, which returns-function-calls should catch');
  expect(lines.slice(missed + 1, missed + 3)).toEqual([
    '  call-parallel/stream: returns-function-calls found nothing, and no other check did',
    '  npm run kill-matrix -- --broken says-nothing',
  ]);
  expect(lines).toContain('unseen says-nothing, which fails nothing');
  expect(lines.at(-2)).toBe('shown by: core 1, nothing 1');
  expect(lines.at(-1)).toBe(
    '1 of 2 broken adapters caught by the check meant for them; 1 of 2 checks kill; 1 of 2 provider rules are broken alone',
  );
});
