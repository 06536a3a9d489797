import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isThere } from './evidence-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hashes = ['one\n', 'zwölf\n'].map((line) => hash('sha256', line));

test.for([
  ['one\nzwölf\n', true],
  ['one\nzwolf\n', false],
  ['one\nzwölf', false],
  ['one\n', false],
  ['one\nzwölf\nmore\n', false],
  ['', false],
] as const)('a file %j is what is to be written: %s', ([text, expected]) => {
  writeFileSync(join(folder, 'lines'), text);
  expect(isThere({ name: 'lines', hashes }, folder)).toBe(expected);
});

test('a file without lines that is not there is to be written', () => {
  expect(isThere({ name: 'none', hashes: [] }, folder)).toBe(false);
});
