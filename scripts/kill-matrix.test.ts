import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKillMatrix } from '../reports/kill-matrix/store.ts';
import { main } from './cli.ts';
import { killMatrixCommand } from './commands/kill-matrix.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kill-matrix-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function killMatrix(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['kill-matrix', '--out', folder, ...argv], io, [killMatrixCommand]);
  return { code, stdout, stderr };
}

describe('kill-matrix', () => {
  it('shows of one broken adapter all that was found, and writes nothing: a part is no proof', async () => {
    const { code, stdout } = await killMatrix('--broken', 'drops-second-parallel-call');
    expect(code).toBe(0);
    expect(stdout).toContain('fail reference-anthropic/function-calling/call-parallel/stream');
    expect(stdout).toContain('1 of 1 broken adapters caught by the check meant for them; 1 of 1 checks kill');
    expect(await readKillMatrix(folder)).toBeUndefined();
  });

  it('prints as JSON how many there are, how many were caught, and what was missed', async () => {
    const { code, stdout } = await killMatrix('--check', 'returns-reasoning', '--json');
    const matrix = JSON.parse(stdout);
    expect({ code, missed: matrix.missed, idle: matrix.idleChecks }).toEqual({ code: 0, missed: [], idle: [] });
    expect(matrix.broken).toBeGreaterThan(1);
    expect(matrix.caught).toBe(matrix.broken);
  });

  it('names what is near an id that there is not', async () => {
    const { code, stderr } = await killMatrix('--broken', 'drops-second-call');
    expect(code).toBe(2);
    expect(stderr).toMatch(/unknown broken adapter "drops-second-call"\n {2}→ .*drops-second-parallel-call/);
    expect((await killMatrix('--check', 'returns-function-call')).stderr).toContain('returns-function-calls');
  });
});
