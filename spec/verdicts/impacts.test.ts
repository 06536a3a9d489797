import { expect, test } from 'vitest';
import { loadChecks } from '../checks/load.ts';
import { gradesOf, gradesOfChecks, isGroup } from './impacts.ts';

test('the table has every check, and no other', async () => {
  expect(Object.keys(gradesOfChecks).toSorted()).toEqual((await loadChecks()).map(({ id }) => id));
});

test('a kind of finding without an impact is an error that says where to give it one', () => {
  expect(() => gradesOf('returns-partial-output', 'text.colored')).toThrow('spec/verdicts/impacts.ts');
  expect(() => gradesOf('nobody', 'text.missing')).toThrow('"text.missing" of "nobody"');
});

test('the first entry that means a group counts', () => {
  expect(gradesOf('returns-provider-errors', 'rejected-before-sending')).toEqual({
    impact: 'rejects',
    evidence: 'recording',
  });
  expect(gradesOf('returns-provider-errors', 'error.missing').impact).toBe('breaks');
  expect(gradesOf('returns-provider-errors', 'error.code.missing').impact).toBe('loses');
});

test.each([
  ['*', 'contents[].text', true],
  ['data.*', 'data.name', true],
  ['data.*', 'database', false],
  ['*.name', 'data.name', true],
  ['*.name', 'data.named', false],
  ['a.b', 'axb', false],
])('%s means %s: %s', (pattern, group, meant) => expect(isGroup(pattern, group)).toBe(meant));
