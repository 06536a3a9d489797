import { expect, test } from 'vitest';
import { yamlLines } from './yaml-line-numbers.ts';

const text = `# what is known
list:
  - &first
    name: one
    until: &day 2026-01-01

  - name: >-
      of several
      lines
    until: *day
  - *first
`;

test.for([
  [['list', 0], 4],
  [['list', 0, 'until'], 5],
  [['list', 1], 7],
  [['list', 1, 'until'], 10],
  [['list', 2], 11],
] as const)('%j stands on line %i', ([path, line]) => {
  expect(yamlLines(text)(path)).toBe(line);
});

test('of what is not there, or behind an alias, it is the line of what should hold it', () => {
  expect(yamlLines(text)(['list', 2, 'until'])).toBe(11);
  expect(yamlLines(text)(['list', 1, 'no'])).toBe(7);
  expect(yamlLines(text)(['nothing'])).toBe(1);
});
