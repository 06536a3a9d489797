import { expect, test } from 'vitest';
import { putBack, sharedPrototypes } from './shared-prototypes.ts';

test('what was added or changed is told, and is gone', () => {
  const before = sharedPrototypes();
  const { slice } = Array.prototype;
  Reflect.set(Object.prototype, 'polluted', true);
  Reflect.set(Function.prototype, 'call', () => 'not what you called');
  Reflect.defineProperty(Array.prototype, 'slice', { get: () => slice, configurable: true });
  expect(putBack(before)).toEqual([
    'Object.prototype.polluted was added',
    'Array.prototype.slice was changed',
    'Function.prototype.call was changed',
  ]);
  expect('polluted' in {}).toBe(false);
  expect([[1].slice(), Math.max.call(null, 1)]).toEqual([[1], 1]);
  expect(putBack(before)).toEqual([]);
});

test('where nothing was done, nothing is told', () => {
  expect(putBack(sharedPrototypes())).toEqual([]);
});
