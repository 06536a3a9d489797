import { expect, test } from 'vitest';
import { interleave, median, timed } from './interleave.ts';

test('each is called once a round, in another order each time, and warm-up does not count', async () => {
  const calls: string[] = [];
  const sample = (name: string, times: number[]) => async () => {
    calls.push(name);
    return times.shift() ?? Number.NaN;
  };
  const medians = await interleave(
    { a: sample('a', [90, 1, 3, 2]), b: sample('b', [90, 5, 5, 50]), c: sample('c', [90, 7, 8, 9]) },
    3,
    1,
  );
  expect(medians).toEqual({ a: 2, b: 5, c: 8 });
  const rounds = [0, 3, 6, 9].map((start) => calls.slice(start, start + 3));
  for (const round of rounds) expect([...round].sort()).toEqual(['a', 'b', 'c']);
  expect(new Set(rounds.map(String)).size).toBeGreaterThan(1);
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
  [[], Number.NaN],
])('the median of %j is %d', (numbers, expected) => {
  expect(median(numbers)).toBe(expected);
});

test('what is timed is awaited', async () => {
  let done = false;
  const time = await timed(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    done = true;
  });
  expect(done).toBe(true);
  expect(time).toBeGreaterThan(0);
});
