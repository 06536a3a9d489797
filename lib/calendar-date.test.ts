import { expect, test } from 'vitest';
import { dayAfter, daysBetween, isDay } from './calendar-date.ts';

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
  ['2026-02-27', '2026-03-01', 2],
  ['2024-02-27', '2024-03-01', 3],
  ['2026-11-20', '2026-11-20', 0],
  ['2027-01-01', '2026-12-31', -1],
])('from %s to %s it is %i days, and as many days after the one is the other', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
  expect(dayAfter(from, days)).toBe(to);
});
