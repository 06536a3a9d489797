import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { holds } from './evidence-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.for([
  ['one\nzwölf\n', true],
  ['one\nzwolf\n', false],
  ['one\nzwölf', false],
  ['one\n', false],
  ['one\nzwölf\nmore\n', false],
  ['', false],
] as const)('a file %j holds what is to be written: %s', ([text, expected]) => {
  const path = join(folder, 'lines');
  writeFileSync(path, text);
  expect(holds(path, ['one\n', 'zwölf\n'])).toBe(expected);
});

test('a file that is not there holds nothing', () => {
  expect(holds(join(folder, 'none'), [])).toBe(false);
});
