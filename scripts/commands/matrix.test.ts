import { afterEach, beforeEach, expect, test } from 'vitest';
import { providerApiIds, toolIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { renderMatrix } from '../../matrix/render.ts';
import { main } from '../program.ts';
import { matrixCommand } from './matrix.ts';

let exitCode: typeof process.exitCode;
beforeEach(() => {
  exitCode = process.exitCode;
  process.exitCode = undefined;
});
afterEach(() => {
  process.exitCode = exitCode;
});

async function matrix(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['matrix', ...argv], io, [matrixCommand]);
  return { code: code || process.exitCode, stdout, stderr };
}

test.each([
  [[], 'today'],
  [['--as', 'today'], 'today'],
  [['--as', 'adr-2025-06-23'], 'adr-2025-06-23'],
  [['--as', 'adr-draft'], 'adr-draft'],
] as const)('%j prints the table %s', async (argv, table) => {
  const printed = renderMatrix(await loadMatrix(), table);
  expect(await matrix(...argv)).toEqual({ code: undefined, stdout: printed, stderr: '' });
});

test('an unknown view is refused, with the nearest', async () => {
  expect(await matrix('--as', 'todya')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: --as: there is no view "todya"\n  → did you mean "today"?\n',
  });
});

test('--json prints claims and sources', async () => {
  const { stdout } = await matrix('--json');
  const { tools, providers } = JSON.parse(stdout);
  expect([tools.length, providers.length]).toEqual([toolIds.length, providerApiIds.length]);
  expect(providers[6].cells.shell.claims[0].source.title).toContain('microsoft/agent-framework');
});

test('--lint finds nothing in the committed data', async () => {
  expect(await matrix('--lint', '--as-of', '2026-11-20')).toEqual({
    code: undefined,
    stdout: 'nothing to mend\n',
    stderr: '',
  });
});

test('--lint prints problems with place and rule, and exits with 1', async () => {
  const { code, stdout } = await matrix('--lint', '--as-of', '2026-11-01');
  expect(code).toBe(1);
  expect(stdout.split('\n')[0]).toMatch(
    /^matrix\/providers\/[\w-]+\.json:\d+:\d+: \/cells\/.* is 2026-\d\d-\d\d, after 2026-11-01; write the day it was said \[claims-are-dated\]$/,
  );
});

test('--lint --json prints them as a list', async () => {
  const { code, stdout } = await matrix('--lint', '--json', '--as-of', '2026-11-01');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)[0]).toEqual({
    rule: 'claims-are-dated',
    where: expect.stringMatching(/^matrix\/providers\//),
    message: expect.any(String),
  });
});

test('a day that is none is refused', async () => {
  expect(await matrix('--lint', '--as-of', 'yesterday')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: --as-of: "yesterday" is no day\n  → write YYYY-MM-DD, such as 2026-11-20\n',
  });
});
