import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

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
