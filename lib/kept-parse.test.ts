import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptParse } from './kept-parse.ts';

const path = join(import.meta.dirname, 'of-this-project.yaml');
const text = 'a: [x, 1, null]\n';
const value = { a: ['x', 1, null] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-parse-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** How often a text is parsed, where what came of it before is kept. */
function parses({ of = text, at = path, schema = {}, is = value as unknown } = {}): number {
  const parse = vi.fn(() => is);
  expect(keptParse(of, at, schema, parse, folder)).toEqual(is);
  return parse.mock.calls.length;
}

test('a text is parsed once, and again where text or schema differ', () => {
  expect([parses(), parses(), parses()]).toEqual([1, 0, 0]);
  expect(parses({ of: `${text}#` })).toBe(1);
  expect(parses({ of: `${text}#`, schema: { type: 'object' } })).toBe(1);
  expect(readdirSync(folder)).toHaveLength(1);
});

test.each([
  ['very long text', { of: `a: ${'x'.repeat(600_000)}` }],
  ['value that JSON cannot hold', { is: { a: Number.POSITIVE_INFINITY } }],
])('a %s is always parsed', (_, given) => {
  expect([parses(given), parses(given)]).toEqual([1, 1]);
  expect(readdirSync(folder)).toEqual([]);
});

test.each(['yaml', 'json'])('of %s outside of this project this process alone knows what it came to', (format) => {
  const of = `b: ${folder}, ${format}`;
  const at = join(tmpdir(), `elsewhere.${format}`);
  expect([parses({ of, at }), parses({ of, at }), parses({ of: `${of}#`, at })]).toEqual([1, 0, 1]);
  expect(readdirSync(folder)).toEqual([]);
});

test('other files are always parsed, and so is long JSON', () => {
  const of = `c: ${'x'.repeat(200_000)}`;
  const at = (name: string) => join(tmpdir(), name);
  expect([parses({ at: at('a.txt') }), parses({ at: at('a.txt') })]).toEqual([1, 1]);
  expect([parses({ of, at: at('a.json') }), parses({ of, at: at('a.json') })]).toEqual([1, 1]);
});

test.each([
  ['truncated', (kept: string) => kept.slice(0, -3)],
  ['edited', (kept: string) => kept.replace('"x"', '"y"')],
  ['foreign', () => '{}'],
])('a kept value that is %s is parsed again', (_, damage) => {
  parses();
  const file = join(folder, readdirSync(folder)[0] ?? '');
  writeFileSync(file, damage(readFileSync(file, 'utf8')));
  expect([parses(), parses()]).toEqual([1, 0]);
});

test('a folder that is not there is no error', () => {
  rmSync(folder, { recursive: true });
  expect([parses(), parses()]).toEqual([1, 1]);
  folder = mkdtempSync(join(tmpdir(), 'kept-parse-'));
});
