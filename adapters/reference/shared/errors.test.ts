import { expect, test } from 'vitest';
import { isRetryable, retryAfter } from './errors.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after-ms': 'x', 'retry-after': '7' }, 7000],
])('to wait: %j is %s ms', (headers, expected) => {
  expect(retryAfter(new Headers(headers), now)).toBe(expected);
});

test.each<[number | undefined, string | undefined, boolean | undefined, boolean]>([
  [429, undefined, undefined, true],
  [408, undefined, undefined, true],
  [500, undefined, undefined, true],
  [400, undefined, undefined, false],
  [undefined, undefined, undefined, false],
  // The error's code knows more than its status.
  [429, undefined, false, false],
  [undefined, undefined, true, true],
  // The API has the last word.
  [429, 'false', true, false],
  [400, 'true', false, true],
  [400, 'perhaps', undefined, false],
])('status %s, x-should-retry %s, by its code %s: %s', (status, verdict, byCode, expected) => {
  const headers = verdict === undefined ? undefined : new Headers({ 'x-should-retry': verdict });
  expect(isRetryable(status, headers, byCode)).toBe(expected);
});
