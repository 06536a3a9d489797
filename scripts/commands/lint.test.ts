import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../cli.ts';
import { lintCommand } from './lint.ts';

let exitCode: typeof process.exitCode;
beforeEach(() => {
  exitCode = process.exitCode;
  process.exitCode = undefined;
});
afterEach(() => {
  process.exitCode = exitCode;
  vi.useRealTimers();
});

/** The day that is judged on. */
const on = (day: string) => vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] });

async function lint(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['lint', ...argv], io, [lintCommand]);
  return { code: code || (process.exitCode ?? 0), stdout, stderr };
}

test('says that nothing is to mend', async () => {
  on('2026-11-25');
  expect(await lint('spec/aliases.yaml')).toEqual({
    code: 0,
    stdout: 'no problems found\n',
    stderr: '',
  });
});

test('prints place, problem, rule and what to type, and exits with 1', async () => {
  on('2030-01-01');
  const { code, stdout, stderr } = await lint('spec/aliases.yaml');
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toMatch(/^spec\/aliases\.yaml:\d+: ".*" was accepted until .* \[aliases\]\n {2}→ remove this line/);
});

test('--json is one document', async () => {
  on('2030-01-01');
  const { code, stdout } = await lint('spec/aliases.yaml', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    problems: expect.arrayContaining([expect.objectContaining({ rule: 'aliases' })]),
    notLookedAt: [],
  });
});

test.each([
  [['nowhere'], 'no file or folder "nowhere"'],
  [['scripts'], 'scripts has no files that this command checks'],
])('%j exits with 2', async (argv, message) => {
  const { code, stdout, stderr } = await lint(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});
