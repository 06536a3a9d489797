import { expect, test } from 'vitest';
import { dayAfter, isDay } from './calendar-date.ts';

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

test.each([
  ['2026-02-27', 2, '2026-03-01'],
  ['2024-02-27', 3, '2024-03-01'],
  ['2026-11-20', 0, '2026-11-20'],
  ['2027-01-01', -1, '2026-12-31'],
])('%s: %i days after it is %s', (from, days, to) => {
  expect(dayAfter(from, days)).toBe(to);
});
