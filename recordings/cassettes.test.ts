import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { serializeCassettes } from './format/cassette-file.ts';
import { listCassettes, parseCassettePath } from './format/cassette-path.ts';
import { readCassettes } from './format/store.ts';
import { scrubCassette } from './scrub/scrub.ts';

test('every committed cassette is one by its name, is already scrubbed, and is written as it would be written again', async () => {
  for (const path of await listCassettes()) {
    expect(parseCassettePath(path), path).toBeDefined();
    const { cassettes } = readCassettes(path);
    for (const cassette of Object.values(cassettes)) expect(scrubCassette(cassette), path).toEqual(cassette);
    expect(serializeCassettes(cassettes) === (await readFile(path, 'utf8')), path).toBe(true);
  }
});
