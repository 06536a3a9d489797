import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { loadMatrix } from '../../matrix/load.ts';
import { listCassettes, parseCassettePath } from '../format/location.ts';
import { parseCassette, readCassette } from '../format/read.ts';
import { nameOf } from '../format/shelf.ts';
import { changesOf } from './changes-of.ts';

const { providers } = await loadMatrix();
const paths = await listCassettes();

const columnOf = (path: string) =>
  providers.find(({ id }) => id === parseCassettePath(path)?.providerApi) ?? expect.fail(path);

/** The changes of a committed recording whose file is edited as text. */
async function edited(name: string, edit: (text: string) => string) {
  const path = paths.find((each) => nameOf(each) === name) ?? expect.fail(name);
  const text = await readFile(path, 'utf8');
  const young = edit(text);
  expect(young, 'the edit changes something').not.toBe(text);
  return changesOf(parseCassette(text, path), parseCassette(young, path), columnOf(path));
}

test('no recording differs from itself', async () => {
  for (const path of paths) {
    const cassette = await readCassette(path);
    expect(changesOf(cassette, cassette, columnOf(path)), path).toEqual([]);
  }
});

describe('one change is one line', () => {
  test('a member under another name, in many events and in what is sent back', async () => {
    const found = await edited('anthropic/web-search/cited-answer.sse.har', (text) =>
      text.replaceAll('"cited_text"', '"quoted_text"'),
    );
    expect(found).toMatchObject([
      {
        what: 'member renamed',
        severity: 'breaking',
        side: 'response',
        count: 2,
        pointer: '/delta/citation/cited_text',
      },
      { what: 'member renamed', severity: 'notable', side: 'request', count: 2 },
    ]);
    expect(found[0]?.event).toEqual({ index: 14, type: 'content_block_delta citations_delta' });
  });
});
