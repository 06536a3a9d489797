import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { serializeCassettes } from './format/cassette-file.ts';
import { listCassettes } from './format/cassette-path.ts';
import { readCassettes } from './format/store.ts';

// That their names are those of cassettes, and that they are scrubbed, `npm run atc -- lint` says.
test('every committed cassette is written as it would be written again', async () => {
  for (const path of await listCassettes()) {
    expect(serializeCassettes(readCassettes(path).cassettes) === (await readFile(path, 'utf8')), path).toBe(true);
  }
});
