import { expect, test } from 'vitest';
import { listCassettes, parseCassettePath } from './format/location.ts';
import { readCassette } from './format/read.ts';
import { scrubCassette } from './scrub/scrub.ts';

test('every committed cassette is one by its name, and is already scrubbed', async () => {
  for (const path of await listCassettes()) {
    expect(parseCassettePath(path), path).toBeDefined();
    const cassette = await readCassette(path);
    expect(scrubCassette(cassette), path).toEqual(cassette);
  }
});
