import { expect, test, vi } from 'vitest';
import { lruCache, memoize } from './memoize.ts';

test('what was computed of an object is not computed again, be it nothing; of another one it is', () => {
  const asked: object[] = [];
  const first = { n: 1 };
  const alike = { n: 1 };
  const of = memoize((object: object) => {
    asked.push(object);
    return object === alike ? undefined : { asked: asked.length };
  });
  expect(of(first)).toBe(of(first));
  expect([of(alike), of(alike)]).toEqual([undefined, undefined]);
  expect(asked).toEqual([first, alike]);
});

test('what was asked lately is not computed again, and what nobody asks for any more is forgotten', () => {
  const compute = vi.fn((text: string) => ({ text }));
  const answers = lruCache<{ text: string }>();
  const ask = (text: string) => answers(text, () => compute(text));
  const first = ask('a');
  for (let i = 0; i < 5_000; i++) {
    ask(`${i}`);
    expect(ask('a')).toBe(first);
  }
  expect(compute).toHaveBeenCalledTimes(5_001);
  ask('0');
  expect(compute).toHaveBeenCalledTimes(5_002);
});

test('a long text is computed every time, for it would take the room of many', () => {
  const compute = vi.fn(() => 1);
  const answers = lruCache<number>();
  for (let i = 0; i < 2; i++) answers('a'.repeat(1_000_000), compute);
  expect(compute).toHaveBeenCalledTimes(2);
});

test('nothing is an answer as well', () => {
  const compute = vi.fn(() => undefined);
  const answers = lruCache<undefined>();
  for (let i = 0; i < 3; i++) answers('a', compute);
  expect(compute).toHaveBeenCalledTimes(1);
});
