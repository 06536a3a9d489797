import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../cli.ts';
import * as sources from '../write-schemas.ts';
import { schemasCommand } from './schemas.ts';

let exitCode: typeof process.exitCode;
beforeEach(() => {
  exitCode = process.exitCode;
  process.exitCode = undefined;
});
afterEach(() => {
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});

vi.mock(import('../write-schemas.ts'), () => ({ writeSchemas: vi.fn() }));

async function schemas(stale: string[], ...argv: string[]) {
  vi.mocked(sources.writeSchemas).mockResolvedValue(stale);
  let stdout = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stdout += text) };
  const code = await main(['schemas', ...argv], io, [schemasCommand]);
  return { code: code || (process.exitCode ?? 0), stdout };
}

test('says what it wrote, or that schemas/ is what its sources say', async () => {
  expect(await schemas([])).toEqual({ code: 0, stdout: 'schemas/ is what its sources say\n' });
  expect(await schemas(['a.json'])).toEqual({ code: 0, stdout: 'written: schemas/a.json\n' });
});

test('--check fails where a file is stale, and says what mends it', async () => {
  expect(await schemas(['a.json'], '--check')).toEqual({
    code: 1,
    stdout: 'stale: schemas/a.json\nrun: npm run schemas\n',
  });
});

test('--json is one document', async () => {
  const { code, stdout } = await schemas(['a.json'], '--check', '--json');
  expect({ code, told: JSON.parse(stdout) }).toEqual({ code: 1, told: { stale: ['schemas/a.json'] } });
});

test('--sample chooses among what --check looks at', async () => {
  expect(await schemas([], '--check', '--sample', '2')).toEqual({
    code: 0,
    stdout: 'schemas/, of 2 wires, is what its sources say\n',
  });
  expect(vi.mocked(sources.writeSchemas).mock.lastCall?.[0]).toMatchObject({ isCheck: true, sample: { count: 2 } });
  expect(await schemas([], '--sample', '2')).toMatchObject({ code: 2, stdout: expect.stringContaining('--check') });
});
