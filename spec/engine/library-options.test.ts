import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { discoverAdapters, repositoryFolder } from './discover.ts';
import { libraryOptionsFilesOf, loadLibraryOptions, readLibraryOptions } from './library-options.ts';

const root = mkdtempSync(join(tmpdir(), 'library-options-'));
afterAll(() => rmSync(root, { recursive: true }));

const adapter = { implementation: 'own', providerApi: 'anthropic' } as const;
const libraryOption = (option: string) => ({
  option,
  value: true,
  why: 'Its documentation advises so.',
  documentation: 'https://docs.example/options',
});
function write(file: string, options: unknown): string {
  const path = join(root, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, JSON.stringify({ options }));
  return path;
}

test('options of all adapters come before those of one, and an adapter without files chooses nothing', () => {
  const [shared = '', own = ''] = libraryOptionsFilesOf(adapter);
  expect(loadLibraryOptions(adapter, root)).toEqual([]);
  write(shared, [libraryOption('maxRetries')]);
  write(own, [libraryOption('outputVersion')]);
  expect(loadLibraryOptions(adapter, root).map(({ option }) => option)).toEqual(['maxRetries', 'outputVersion']);
});

test.each([
  ['no documentation', [{ ...libraryOption('a'), documentation: 'somewhere' }], 'documentation'],
  ['no reason', [{ ...libraryOption('a'), why: '' }], 'why'],
  ['nothing', [], 'options'],
])('a file with %s is an error that names the member', (_, options, member) => {
  expect(() => readLibraryOptions(write('wrong/library-options.yaml', options))).toThrow(member);
});

test('each option that a bridge is said to choose stands in its code, unless it is left at its default', async () => {
  for (const { id, implementation, providerApi } of await discoverAdapters()) {
    const folder = join(repositoryFolder, 'adapters', implementation);
    const files = globSync(`{*,bridge/*,shared/*,${providerApi}/*}.{ts,py}`, { cwd: folder });
    const code = files
      .filter((name) => !name.includes('.test.'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const { option, value } of loadLibraryOptions({ implementation, providerApi })) {
      if (value === 'not used' || String(value).endsWith('the default')) continue;
      const [name = option] = option.split('.').slice(-1);
      expect(code.join('\n').includes(name), `${id} chooses ${option}`).toBe(true);
    }
  }
});
