import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AbortedError, TimeoutError } from '../../../spec/contract/index.ts';
import { callLimit } from './call-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('nothing is reached before its time', () => {
  const limit = callLimit(1000, new AbortController().signal);
  vi.advanceTimersByTime(999);
  expect(limit.reached()).toBeUndefined();
  expect(limit.signal.aborted).toBe(false);
  limit.release();
});

test('the time is up', () => {
  const limit = callLimit(1000);
  vi.advanceTimersByTime(1000);
  expect(limit.reached()).toBeInstanceOf(TimeoutError);
  expect(limit.signal.aborted).toBe(true);
});

test('what comes first decides', () => {
  const caller = new AbortController();
  const limit = callLimit(1000, caller.signal);
  caller.abort();
  vi.advanceTimersByTime(2000);
  expect(limit.reached()).toBeInstanceOf(AbortedError);
});

test('a signal that was aborted before counts', () => {
  const limit = callLimit(1000, AbortSignal.abort());
  expect(limit.reached()).toBeInstanceOf(AbortedError);
  expect(limit.signal.aborted).toBe(true);
  limit.release();
});

test('a released limit is never reached and leaves no timer', () => {
  const caller = new AbortController();
  const limit = callLimit(1000, caller.signal);
  limit.release();
  caller.abort();
  expect(vi.getTimerCount()).toBe(0);
  expect(limit.reached()).toBeUndefined();
});

test('a time longer than a timer can hold does not fire at once', () => {
  const limit = callLimit(Number.POSITIVE_INFINITY);
  vi.advanceTimersByTime(60_000);
  expect(limit.reached()).toBeUndefined();
  limit.release();
});

test('each exchange has the whole time', () => {
  const limit = callLimit(1000);
  vi.advanceTimersByTime(900);
  limit.restart();
  vi.advanceTimersByTime(900);
  expect(limit.reached()).toBeUndefined();
  vi.advanceTimersByTime(100);
  expect(limit.reached()).toBeInstanceOf(TimeoutError);
});
