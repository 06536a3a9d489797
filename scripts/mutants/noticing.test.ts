import { expect, test } from 'vitest';
import type { Mutant } from './instrument.ts';
import { Trying } from './noticing.ts';

const mutant: Mutant = { id: '1', file: 'a.ts', line: 1, mutator: 'm', original: 'true', replacement: 'false' };

/** Tests of which one says something else each time, and one notices where it is said to. */
async function tried(notices: boolean) {
  let isOn = false;
  let asked = 0;
  const trying = await Trying.begin(
    {
      reachedBy: () => ['unsteady', 'steady'],
      counted: (_, run) => run(),
      withMutant: async (_, run) => {
        isOn = true;
        return await run().finally(() => {
          isOn = false;
        });
      },
      countAnew() {},
      forget() {},
    },
    {
      tests: ['unsteady', 'steady'],
      begin: async () => async (test) => (test === 'unsteady' ? `${asked++}` : `${notices && isOn}`),
      reload: async () => {},
    },
  );
  return (await trying.mutant(mutant)).noticedBy;
}

test('a test that says something else without a mutant too notices none', async () => {
  expect(await tried(false)).toBeUndefined();
  expect(await tried(true)).toBe('steady');
});
