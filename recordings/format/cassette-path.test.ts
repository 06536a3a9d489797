import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../lib/user-error.ts';
import {
  cassettePath,
  cassettesFolder,
  harHint,
  listCassettes,
  parseCassettePath,
  parseRecordingName,
  recordingHint,
  recordingName,
} from './cassette-path.ts';

const id = { providerApi: 'anthropic', tool: 'function-calling', scenario: 'one-call' } as const;

test('a cassette has one place, and the place says what it is of', () => {
  const path = cassettePath(id);
  expect(path).toBe(join(cassettesFolder, 'anthropic/function-calling/one-call.json'));
  expect(parseCassettePath(path)).toEqual(id);
});

test.each(['..', '../x', 'a/b', '', '-a', 'A', 'a.b', 'a\u0000'])('%j is no id', (scenario) => {
  expect(() => cassettePath({ ...id, scenario })).toThrow(UserError);
});

test('a recording is named by its file and its transport; an unknown one gets a suggestion', () => {
  const name = recordingName(cassettePath(id), 'sse');
  expect(name).toBe('anthropic/function-calling/one-call.json#sse');
  expect(parseRecordingName(name)).toEqual({ file: 'anthropic/function-calling/one-call.json', transport: 'sse' });
  expect(() => parseRecordingName('a/b/c.json#see')).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('sse') }),
  );
});

test.each(['x.json', 'anthropic/t/s.har', 'anthropic/t/u/s.json', '../t/s.json', 'anthropic/t/s.sse.json'])(
  '%s is no place of a cassette',
  (path) => {
    expect(parseCassettePath(join(cassettesFolder, path))).toBeUndefined();
  },
);

test('every file is listed, whatever it is called; none where there is no folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cassettes-'));
  try {
    await mkdir(join(folder, 'anthropic/function-calling'), { recursive: true });
    await writeFile(cassettePath(id, folder), '{}');
    await writeFile(join(folder, 'notes.txt'), '');
    expect(await listCassettes(folder)).toEqual([cassettePath(id, folder), join(folder, 'notes.txt')]);
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(await listCassettes(folder)).toEqual([]);
});

test('a missing cassette says which command records it', () => {
  expect(recordingHint(cassettePath(id))).toMatch(/\/one-call$/);
  expect(recordingHint(cassettePath(id), 'sse')).toMatch(/\/one-call\/stream$/);
  expect(recordingHint('/elsewhere/x.json')).toContain('cassettes are called');
});

test('a HAR in the place of a cassette says which command takes it in', () => {
  const path = join(cassettesFolder, 'anthropic/function-calling/one-call.json.har');
  expect(harHint(path)).toMatch(/import anthropic\/function-calling\/one-call one-call\.json\.har$/);
  expect(harHint('/elsewhere/x.har')).toContain('<provider-api>/<tool>/<scenario>');
});
