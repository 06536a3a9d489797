import { expect, test } from 'vitest';
import { isDay } from './day.ts';

test.each([
  ['2026-11-20', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['20 November 2026', false],
  ['', false],
])('%j is a day of the calendar: %j', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
