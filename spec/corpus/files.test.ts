import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listCorpus, readUnit } from './files.ts';
import { type CorpusFolder, loadFolders } from './folders.ts';

const anthropic: CorpusFolder = { folder: 'anthropic-messages', providerApi: 'anthropic' };
const folders = [anthropic, { folder: 'bedrock-invoke', reason: 'no column' }];

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'corpus-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function put(path: string, text: string) {
  await mkdir(join(directory, path, '..'), { recursive: true });
  await writeFile(join(directory, path), text);
}

describe('listCorpus', () => {
  it('lists what belongs to a column, and names what does not', async () => {
    await put('anthropic-messages/b.json', '{}');
    await put('anthropic-messages/a.json', '{}');
    await put('anthropic-messages/notes.txt', '');
    await put('bedrock-invoke/a.json', '{}');
    await put('someone-else/a.json', '{}');
    await put('index.json', '[]');
    expect(await listCorpus(directory, folders)).toEqual({
      known: [{ directory, folder: anthropic, files: ['a.json', 'b.json'] }],
      withoutColumn: [
        { folder: 'bedrock-invoke', files: 1, reason: 'no column' },
        { folder: 'someone-else', files: 1, reason: 'not a folder this suite knows' },
      ],
    });
  });

  it('reads several directories as one corpus, and says which of them is not there', async () => {
    await put('first/anthropic-messages/a.json', '{}');
    await put('second/anthropic-messages/b.json', '{}');
    const [first, second, third] = ['first', 'second', 'third'].map((name) => join(directory, name));
    expect((await listCorpus([first, second].join(delimiter), folders)).known).toEqual([
      { directory: first, folder: anthropic, files: ['a.json'] },
      { directory: second, folder: anthropic, files: ['b.json'] },
    ]);
    await expect(listCorpus([first, third].join(delimiter), folders)).rejects.toMatchObject({ where: third });
  });

  it('says what to do where there is nothing to read', async () => {
    await expect(listCorpus(undefined, folders)).rejects.toThrow('CORPUS_DIR is not set');
    await expect(listCorpus('', folders)).rejects.toThrow('CORPUS_DIR is not set');
    await expect(listCorpus(join(directory, 'missing'), folders)).rejects.toThrow('cannot read this folder (ENOENT)');
    await mkdir(join(directory, 'anthropic-messages'));
    await expect(listCorpus(directory, folders)).rejects.toThrow('no subfolder has a recording');
  });
});

describe('readUnit', () => {
  it('names file and member where a file is malformed', async () => {
    await put(
      'anthropic-messages/a.json',
      '{"id": "x",\n "provider_api": "y", "tools_declared": [], "tools_called": [], "exchanges": []}',
    );
    await expect(readUnit(directory, anthropic, 'a.json')).rejects.toMatchObject({
      where: expect.stringMatching(/anthropic-messages\/a\.json:2:\d+$/),
      message: expect.stringContaining('/exchanges'),
    });
  });
});

it('a folder of the corpus is listed once', async () => {
  const names = (await loadFolders()).map(({ folder }) => folder);
  expect(new Set(names).size).toBe(names.length);
});
