import { expect, test } from 'vitest';
import { column, editedMatrix } from './lint/edit-matrix.ts';
import { loadMatrix } from './load.ts';
import type { Matrix } from './model.ts';
import { renderTodayTable } from './render.ts';

/** The cell of a row and column, with its footnotes' texts in place of their numbers. */
function shown(matrix: Matrix, row: string, title: string): string {
  const lines = renderTodayTable(matrix).split('\n');
  const cells = (line: string | undefined) => line?.split(/(?<!\\)\|/).map((cell) => cell.trim()) ?? [];
  const at = cells(lines[0]).findIndex((heading) => heading.startsWith(title));
  const cell = cells(lines.find((line) => line.startsWith(`| ${row} |`)))[at] ?? '';
  return cell.replace(
    /\[\^\d+\]/g,
    (mark) => ` → ${lines.find((l) => l.startsWith(`${mark}: `))?.slice(mark.length + 2)}`,
  );
}

test('every row and column is there, and every footnote that is mentioned', async () => {
  const matrix = await loadMatrix();
  const lines = renderTodayTable(matrix).split('\n');
  const rows = lines.filter((line) => line.startsWith('| '));
  expect(rows).toHaveLength(matrix.tools.length + 2);
  for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(matrix.providers.length + 3);
  const mentioned = new Set(rows.join().match(/\[\^\d+\]/g));
  expect(lines.flatMap((line) => /^\[\^\d+\](?=: \S)/.exec(line)?.[0] ?? [])).toEqual([...mentioned]);
});

test('support is a mark and a word, and what is not generally available says so', async () => {
  const matrix = await loadMatrix();
  expect(shown(matrix, 'Function Calling', 'OpenAI Chat')).toBe('✅ yes');
  expect(shown(matrix, 'Function Calling', 'OpenAI Assistants')).toBe('✅ yes, retired');
  expect(shown(matrix, 'Web Search', 'OpenAI Assistants')).toBe('❌ no');
  expect(shown(matrix, 'Web Search', 'OpenAI Chat')).toMatch(/^✅ yes → A request parameter/);
  expect(shown(matrix, 'Web Search', 'Mistral Chat')).toMatch(/^❌ no → /);
});

test('where a surface or a variant is not as the cell, the footnote says so', async () => {
  const matrix = await editedMatrix((m) => {
    const { shell } = column(m, 'anthropic').cells;
    shell.notes = 'About the cell.';
    shell.surfaces = {
      ga: { support: 'no', notes: 'Needs a header.' },
      beta: { support: 'yes', lifecycle: 'preview' },
    };
    shell.variants = [
      { id: 'a', title: 'same', support: 'yes' },
      { id: 'b', title: 'noted', support: 'yes', notes: 'Differs a little.' },
      { id: 'c', title: 'gone', support: 'no', lifecycle: 'retired' },
    ];
  });
  expect(shown(matrix, 'Shell', 'Anthropic')).toBe(
    '✅ yes (same, noted) → About the cell. Messages: no. Needs a header. Messages with beta headers: yes, preview. noted: Differs a little. gone: no, retired.',
  );
});

test('the lifecycle of a column stands in its heading, its dates in a footnote', async () => {
  const [heading, ...rest] = renderTodayTable(await loadMatrix()).split('\n');
  expect(heading).toContain('| Azure AI Foundry Agents (classic), deprecated[^1] | OpenAI Assistants, retired[^2] |');
  expect(rest.find((line) => line.startsWith('[^1]: '))).toMatch(/^\[\^1\]: Retired from 2027-03-31\. /);
  expect(rest.find((line) => line.startsWith('[^2]: '))).toMatch(/^\[\^2\]: Retired since 2026-08-26\. /);
});

test('a pipe in a text does not end its cell', async () => {
  const matrix = await editedMatrix((m) => {
    column(m, 'google').title = 'Google | Gemini';
    const [variant] = column(m, 'google').cells['web-search'].variants ?? [];
    if (variant) variant.title = 'one | two';
  });
  expect(shown(matrix, 'Web Search', 'Google \\| Gemini')).toMatch(/^✅ yes \(one \\\| two, /);
});
