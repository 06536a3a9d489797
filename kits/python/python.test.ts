import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const found = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0;

test.skipIf(!found && !process.env.REQUIRE_PYTHON)(
  `the kit for Python keeps its own tests${found ? '' : ': skipped, for there is no python3 of version 3.10 or newer'}`,
  async () => {
    const { stderr } = await promisify(execFile)(
      'python3',
      ['-B', '-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests'],
      { cwd: import.meta.dirname, env: { ...process.env, PYTHONPATH: import.meta.dirname } },
    );
    expect(stderr).toMatch(/^OK$/m);
  },
);
