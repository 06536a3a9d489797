import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../spec/engine/discover.ts';
import { wantsColour } from './terminal-colors.ts';

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ CI: 'true' }, false, false],
  [{ TERM: 'dumb' }, true, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false, false],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '' }, false, false],
])('%j, on a terminal %s: %s', (environment, isTerminal, expected) => {
  expect(wantsColour(environment, isTerminal)).toBe(expected);
});

const { NO_COLOR: _, FORCE_COLOR: __, ...plain } = process.env;
const script = `"${process.execPath}" -e "import('./scripts/terminal-colors.ts').then(({ colours }) => console.log(colours.red('red')))"`;

test.skipIf(!existsSync('/usr/bin/script'))('a terminal is coloured, a pipe is not', async () => {
  const options = { cwd: repositoryFolder, env: { ...plain, TERM: 'xterm' } };
  const terminal = await promisify(execFile)('/usr/bin/script', ['-qec', script, '/dev/null'], options);
  expect(terminal.stdout).toContain('\u001b[31mred\u001b[39m');
  const pipe = await promisify(execFile)('/bin/sh', ['-c', script], options);
  expect(pipe.stdout).toBe('red\n');
});

test('only what writes decides on colours, and by this file', async () => {
  const command = ['grep', '-l', 'import picocolors from', '--', '*.ts', ':!*.test.ts'];
  const { stdout } = await promisify(execFile)('git', command, { cwd: repositoryFolder });
  expect(stdout).toBe('scripts/terminal-colors.ts\n');
});
