import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiledOr } from '../diff/fixtures/reuse-compile-cache.ts';

const setup = (...words: string[]) => {
  const main = join(import.meta.dirname, 'main.ts');
  // Nothing is on this path.
  const { status, stderr } = spawnSync(process.execPath, [main, ...words], {
    encoding: 'utf8',
    env: { PATH: '', NODE_COMPILE_CACHE: compiledOr('') },
  });
  return { status, stderr };
};

test('what cannot be set up is an error of one line, with what to do', () => {
  const noPython = setup('--lock', 'real-servers');
  expect(noPython).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^error: there is no python3\n.*install Python 3\.11/),
  });
  expect(setup('real-server')).toEqual({ status: 2, stderr: expect.stringContaining('did you mean "real-servers"?') });
});
