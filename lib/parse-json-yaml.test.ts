import { afterEach, expect, test, vi } from 'vitest';
import { parseJson, parseYaml, parseYamlDocuments, yamlLines } from './parse-json-yaml.ts';

afterEach(() => vi.restoreAllMocks());

test('documents are read one by one, and a file without one is null', () => {
  expect(parseYamlDocuments('a: 1\n---\n- b\n', 'x', 'file', [])).toEqual([{ a: '1' }, ['b']]);
  expect(parseYamlDocuments('# nothing\n', 'x', 'file', [])).toEqual([null]);
  expect(parseYamlDocuments('', 'x', 'file', [])).toEqual([null]);
});

test('of several documents where one was meant, of names that come twice in any, the place is told', () => {
  expect(() => parseYaml('a: 1\n---\nb: 2\n', 'x.yaml', 'file')).toThrow(/multiple documents/);
  expect(() => parseYamlDocuments('a: 1\n---\nb: 2\nb: 3\n', 'x', 'file', [])).toThrow(
    expect.objectContaining({ message: expect.stringContaining('Map keys must be unique'), where: 'x:4:1' }),
  );
  expect(() => parseJson('{"a": 1,\n "a": 2}', 'x', 'file')).toThrow(expect.objectContaining({ where: 'x:2:7' }));
});

test('the parser prints nothing of its own: it would quote the file as it is', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  for (const read of [
    () => parseYaml('? {a: b}\n: c\n', 'x', 'file'),
    () => parseYamlDocuments('? [a]\n: c\n', 'x', 'file', []),
  ]) {
    expect(Object.values(read() as object)).toHaveLength(1);
  }
  parseYamlDocuments('!strange x\n', 'x', 'file', []);
  expect(warned).not.toHaveBeenCalled();
});

const text = `# what is known
list:
  - &first
    name: one
    until: &day 2026-01-01

  - name: >-
      of several
      lines
    until: *day
  - *first
`;

test.for([
  [['list', 0], 4],
  [['list', 0, 'until'], 5],
  [['list', 1], 7],
  [['list', 1, 'until'], 10],
  [['list', 2], 11],
] as const)('%j stands on line %i', ([path, line]) => {
  expect(yamlLines(text)(path)).toBe(line);
});

test('of what is not there, or behind an alias, it is the line of what should hold it', () => {
  expect(yamlLines(text)(['list', 2, 'until'])).toBe(11);
  expect(yamlLines(text)(['list', 1, 'no'])).toBe(7);
  expect(yamlLines(text)(['nothing'])).toBe(1);
});

test('JSON as the text of YAML is the same value, and no member is said twice', () => {
  const value = { a: ['x', 1.5, null, { __proto__: 1, '<<': 2 }], 'b c': '~' };
  expect(parseYaml(`${JSON.stringify(value)}\n`, 'x.yaml', 'file')).toEqual(value);
  expect(parseYaml('{"a": 0x10, b: yes}', 'x.yaml', 'file')).toEqual({ a: 16, b: 'yes' });
  expect(() => parseYaml('{"a":1,"a":2}', 'x.yaml', 'file')).toThrow(/unique/);
});
