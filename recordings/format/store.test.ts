import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../../lib/user-error.ts';
import type { Cassette } from './cassette.ts';
import { serializeCassettes } from './cassette-file.ts';
import { readCassette, readCassettes, writeCassette } from './store.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cassettes-'));
  path = join(folder, 'anthropic/function-calling/one-call.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const saying = (text: string): Cassette => ({
  provenance: { evidence: 'documented', sources: [{ title: 'an example' }], note: 'made for a test' },
  entries: [
    {
      request: { method: 'GET', url: 'https://api.example/v1/messages', headers: [] },
      response: { status: 200, headers: [], body: { text } },
    },
  ],
});

test('what is recorded by one transport joins what others have recorded, and takes the place of its own', async () => {
  await writeCassette(path, 'sse', saying('1'), folder);
  await writeCassette(path, 'json', saying('2'), folder);
  const first = await readFile(path, 'utf8');
  await writeCassette(path, 'json', saying('2'), folder);
  expect(await readFile(path, 'utf8')).toBe(first);
  await writeCassette(path, 'sse', saying('3'), folder);
  expect(readCassettes(path, folder).cassettes).toEqual({ json: saying('2'), sse: saying('3') });
  expect(await readCassette(path, 'sse', folder)).toEqual(saying('3'));
  expect(await readdir(join(folder, 'anthropic/function-calling'))).toEqual(['one-call.json']);
});

test('what is there and cannot be read is not overwritten', async () => {
  await writeCassette(path, 'json', saying('1'), folder);
  await writeFile(path, '{');
  await expect(writeCassette(path, 'sse', saying('2'), folder)).rejects.toThrow('is not JSON');
  expect(await readFile(path, 'utf8')).toBe('{');
});

test('a missing cassette names the command that records it, and so does what it lacks by a transport', async () => {
  const command = 'record anthropic/function-calling/one-call';
  await expect(readCassette(path, 'json', folder)).rejects.toMatchObject({
    message: 'no such cassette',
    missing: true,
    hint: expect.stringContaining(command),
  });
  await writeCassette(path, 'json', saying('1'), folder);
  await expect(readCassette(path, 'sse', folder)).rejects.toMatchObject({
    message: 'the cassette has no sse',
    missing: true,
    hint: expect.stringContaining(`${command}/stream`),
  });
});

test('a HAR in its place names the command that takes it in', async () => {
  const har = path.replace(/\.json$/, '.sse.har');
  const refused = {
    message: 'is a HAR file, not a cassette',
    hint: expect.stringContaining('record import anthropic/function-calling/one-call'),
  };
  expect(() => readCassettes(har, folder)).toThrow(expect.objectContaining(refused));
  await expect(writeCassette(har, 'sse', saying('1'), folder)).rejects.toMatchObject(refused);
});

test('nothing outside the folder is read or written, and nothing behind a link', async () => {
  const inside = join(folder, 'cassettes');
  await mkdir(join(inside, 'real'), { recursive: true });
  await writeFile(join(folder, 'secret.json'), serializeCassettes({ json: saying('1') }));
  await symlink(join(folder, 'secret.json'), join(inside, 'link.json'));
  await symlink(folder, join(inside, 'way-out'));
  for (const strange of ['../secret.json', 'link.json', 'way-out/secret.json', '.', 'real']) {
    await expect(readCassette(join(inside, strange), 'json', inside)).rejects.toThrow(UserError);
  }
  for (const strange of ['../written.json', 'way-out/written.json']) {
    await expect(writeCassette(join(inside, strange), 'json', saying('1'), inside)).rejects.toThrow(UserError);
  }
  await expect(readFile(join(folder, 'written.json'))).rejects.toThrow();
});
