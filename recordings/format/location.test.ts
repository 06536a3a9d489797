import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../files/user-error.ts';
import { cassettePath, cassettesFolder, listCassettes, orphans, parseCassettePath, recordingHint } from './location.ts';

const id = { providerApi: 'anthropic', tool: 'function-calling', scenario: 'one-call', transport: 'sse' } as const;

test('a cassette has one place, and the place says what it is of', () => {
  const path = cassettePath(id);
  expect(path).toBe(join(cassettesFolder, 'anthropic/function-calling/one-call.sse.har'));
  expect(parseCassettePath(path)).toEqual(id);
});

test.each(['..', '../x', 'a/b', '', '-a', 'A', 'a.b', 'a\u0000'])('%j is no id', (scenario) => {
  expect(() => cassettePath({ ...id, scenario })).toThrow(UserError);
});

test('an unknown transport gets a suggestion', () => {
  expect(() => cassettePath({ ...id, transport: 'see' as 'sse' })).toThrow(/transport is "see"/);
});

test.each(['x.har', 'anthropic/t/s.har', 'anthropic/t/u/s.sse.har', '../t/s.sse.har', 'anthropic/t/s.xml.har'])(
  '%s is no place of a cassette',
  (path) => {
    expect(parseCassettePath(join(cassettesFolder, path))).toBeUndefined();
  },
);

test('files that no case plays are orphans', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cassettes-'));
  try {
    await mkdir(join(folder, 'anthropic/function-calling'), { recursive: true });
    await writeFile(cassettePath(id, folder), '{}');
    await writeFile(join(folder, 'anthropic/function-calling/old.json.har'), '{}');
    const listed = await listCassettes(folder);
    expect(listed).toHaveLength(2);
    expect(orphans(listed, [cassettePath(id, folder)])).toEqual([
      join(folder, 'anthropic/function-calling/old.json.har'),
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(await listCassettes(folder)).toEqual([]);
});

test('a missing cassette says which command records it', () => {
  expect(recordingHint(cassettePath(id))).toContain('--scenario one-call');
  expect(recordingHint('/elsewhere/x.har')).toContain('cassettes are called');
});
