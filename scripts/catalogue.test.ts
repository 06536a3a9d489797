import { expect, it } from 'vitest';
import { main } from './cli.ts';
import { catalogueCommand } from './commands/maintenance.ts';

async function catalogue(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['catalogue', ...argv], io, [catalogueCommand]);
  return { code, stdout, stderr };
}

it('says of a known defect which broken adapter has it and what catches that', async () => {
  const { code, stdout } = await catalogue('B002');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^B002 {2}caught .*\n +drops-hosted-tools-from-history: sends-hosted-history\n/);
  expect(stdout).toContain('1 known defects, 1 in scope, 1 caught, 0 missed');
});

it('prints the same as JSON', async () => {
  const { code, stdout } = await catalogue('B002', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    known: 1,
    inScope: 1,
    caught: 1,
    entries: [{ id: 'B002', state: 'caught' }],
  });
});

it('names what is near a defect that there is not', async () => {
  const { code, stderr } = await catalogue('B0002');
  expect(code).toBe(2);
  expect(stderr).toMatch(/unknown known defect "B0002"\n {2}→ .*B002/);
});
