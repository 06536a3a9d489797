import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const module = join(import.meta.dirname, 'own-node.js');

/** A program that a Node.js of another version starts, as far as it can tell. */
async function started(version: string, options: Readonly<Record<string, unknown>>) {
  const script = `import { startsAgain } from ${JSON.stringify(module)};
if (!startsAgain(${JSON.stringify({ version, ...options })})) console.log('runs itself');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

const oldest = packageJson.engines.node.replace('>=', '').replace(/\.0$/, '');

test.each([`${oldest}.0`, '24.0.0'])('Node.js %s runs the program itself', async (version) => {
  expect(await started(version, {})).toEqual({ code: 0, stdout: 'runs itself\n', stderr: '' });
});

test.each(['20.20.2', '22.19.9'])('Node.js %s starts it with another, and ends as that does', async (version) => {
  const argv = ['-e', 'console.log("runs there"); process.exitCode = 7'];
  expect(await started(version, { node: process.execPath, argv })).toEqual({
    code: 7,
    stdout: 'runs there\n',
    stderr: '',
  });
});

test('where there is no other, the message says what to do', async () => {
  expect(await started('20.20.2', { node: '/nowhere/node' })).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: Node.js 20.20.2 is too old, ${oldest} is needed\n  → run: npm ci, which installs one for this project; or install a newer one\n`,
  });
});
