import { expect, test } from 'vitest';
import { providerApiIds, toolIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { renderMatrix } from '../../matrix/render.ts';
import { main } from '../cli.ts';
import { reportCommand } from './report.ts';

async function matrix(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['report', 'matrix', ...argv], io, [reportCommand]);
  return { code, stdout, stderr };
}

test.each([
  [[], 'current'],
  [['current'], 'current'],
  [['adr-2025-06-23'], 'adr-2025-06-23'],
  [['adr-draft'], 'adr-draft'],
] as const)('%j prints the table %s', async (argv, table) => {
  const printed = renderMatrix(await loadMatrix(), table);
  expect(await matrix(...argv)).toEqual({ code: 0, stdout: printed, stderr: '' });
});

test('an unknown view is refused, with the nearest', async () => {
  expect(await matrix('curent')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: unknown view "curent"\n  → did you mean "current"?\n',
  });
});

test('--json prints claims and sources', async () => {
  const { stdout } = await matrix('--json');
  const { tools, providers } = JSON.parse(stdout);
  expect([tools.length, providers.length]).toEqual([toolIds.length, providerApiIds.length]);
  expect(providers[6].cells.shell.claims[0].source.title).toContain('microsoft/agent-framework');
});
