import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { namedFile } from './direct-imports.ts';

const folder = mkdtempSync(join(tmpdir(), 'direct-imports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const name of ['a.js', 'b.mjs', 'c.ts', 'd.json', 'e.cjs']) writeFileSync(join(folder, name), '');
symlinkSync(join(folder, 'a.js'), join(folder, 'link.js'));
const parent = pathToFileURL(join(folder, 'inner', 'parent.js')).href;

test.each(['a.js', 'b.mjs', 'c.ts'])('%s is the file of that name', (name) => {
  expect(namedFile(`../${name}`, `${parent}?vitest=1`)).toBe(import.meta.resolve(join(folder, name)));
});

test.each([
  ['a file that is not there', '../none.js'],
  ['a link', '../link.js'],
  ['a folder', '..'],
  ['a query', '../a.js?mock=actual'],
  ['data', '../d.json'],
  ['CommonJS', '../e.cjs'],
  ['a package', 'openai'],
  ['a file without an ending', '../a'],
])('Node.js looks for %s', (_, specifier) => {
  expect(namedFile(specifier, parent)).toBeUndefined();
});

test('Node.js looks for what no file imports', () => {
  expect([namedFile('./a.js', undefined), namedFile('./a.js', 'data:text/javascript,')]).toEqual([
    undefined,
    undefined,
  ]);
});
