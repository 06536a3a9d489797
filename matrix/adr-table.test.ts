import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Footnotes, renderAdrTable, tableText } from './adr-table.ts';
import { column, editedMatrix } from './lint/edit-matrix.ts';
import { loadMatrix, matrixFolder } from './load.ts';
import { adrTables } from './schema.ts';

const printed = (table: string) => readFile(join(matrixFolder, 'fixtures', `${table}.md`), 'utf8');

test.each(adrTables)('the table %s comes out to the letter', async (table) => {
  expect(renderAdrTable(await loadMatrix(), table)).toBe(await printed(table));
});

test('the drafts disagree in two cells and in the order of two rows', async () => {
  const matrix = await loadMatrix();
  const [final, draft] = adrTables.map((table) => renderAdrTable(matrix, table).split('\n'));
  const changed = final?.filter((line) => !draft?.includes(line)).map((line) => line.split(' | ')[0]);
  expect(changed).toEqual(['Remote MCP Servers', 'OpenAPI Spec Tool']);
  const titles = (lines: string[] | undefined) => lines?.slice(6, 9).map((line) => line.split(' | ')[0]);
  expect(titles(final)).toEqual(['Remote MCP Servers', 'Computer Use', 'OpenAPI Spec Tool']);
  expect(titles(draft)).toEqual(['OpenAPI Spec Tool', 'Remote MCP Servers', 'Computer Use']);
});

test('a cell without a claim of that draft is not passed over', async () => {
  const matrix = await editedMatrix((m) => {
    const { cells } = column(m, 'anthropic');
    cells['function-calling'].claims = [];
  });
  expect(renderAdrTable(matrix, 'adr-draft').split('\n')[2]).toBe(
    'Function Calling | ✅ | ✅ | ✅ | ✅ | ✅ | ✅ | ? | Enables custom, stateless functions to define specific agent behaviors.',
  );
});

test('a pipe in a text does not end its cell', async () => {
  const matrix = await editedMatrix((m) => {
    const [first] = m.tools;
    if (first) first.description = 'One | two';
  });
  expect(renderAdrTable(matrix, 'adr-draft')).toContain('One \\| two');
});

test.each([
  ['a | b', 'a \\| b'],
  ['a \\| b', 'a \\\\\\| b'],
  ['one\n  two', 'one two'],
])('%j stands in a table as %j', (text, expected) => {
  expect(tableText(text)).toBe(expected);
});

test('footnotes are numbered by first mention, once for each text, and not at all for none', () => {
  const footnotes = new Footnotes();
  expect(['a', 'b', '', 'a'].map((text) => footnotes.mark(text))).toEqual(['[^1]', '[^2]', '', '[^1]']);
  expect(footnotes.lines()).toEqual(['[^1]: a', '[^2]: b']);
});

test('a footnote is one line', () => {
  const footnotes = new Footnotes();
  footnotes.mark('one\n[^9]: two');
  expect(footnotes.lines()).toEqual(['[^1]: one [^9]: two']);
});
