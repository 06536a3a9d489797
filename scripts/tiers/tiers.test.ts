import { expect, test } from 'vitest';
import type { Case } from '../../spec/engine/case.ts';
import { tierLines, tiersOf } from './tiers.ts';

const played = (providerApi: string, id: string, tier: string, kind = 'scenario'): Case =>
  ({ kind, tool: 'shell', adapter: { providerApi }, scenario: { id, tier } }) as unknown as Case;

const cases = [
  ...['basic', 'error', 'turns'].flatMap((id) => [played('anthropic', id, 'core'), played('anthropic', id, 'core')]),
  played('openai-responses', 'basic', 'core'),
  played('openai-responses', 'files', 'extended'),
  played('openai-responses', 'odd', 'edge'),
  played('openai-responses', 'reject', 'core', 'rejection'),
];

test('a scenario counts once, whichever way it is played; what a poor cell lacks is what others play', () => {
  expect(tiersOf(cases)).toEqual([
    { cell: 'shell/anthropic', counts: { core: 3, extended: 0, edge: 0 }, missing: [] },
    { cell: 'shell/openai-responses', counts: { core: 1, extended: 1, edge: 1 }, missing: ['error', 'turns'] },
  ]);
});

test('only poor cells are listed', () => {
  const lines = tierLines(tiersOf(cases));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^shell\/openai-responses +core 1, extended 1, edge 1; lacks error, turns$/);
  expect(lines[1]).toBe('1 of 2 cells have fewer than 3 core conversations');
});
