import { anchorOf } from '../anchor.ts';
import { type Choice, optionsOf, usual } from '../grid/choice.ts';
import type { GridData } from '../grid/data.ts';
import { shownTable } from '../grid/table.ts';
import { html, type Markup } from '../markup.ts';
import { count } from '../words.ts';
import { gridTable } from './grid-table.ts';
import { fold } from './small.ts';

/** What the switches show, as tables that need none: each draft of the ADR, and each implementation. */
export function plainTables(data: GridData): Markup {
  const { table, through } = optionsOf(data);
  const drafts = table.filter((t) => t !== 'today');
  const implementations = through.length > 2 ? through.filter((t) => t !== 'leading') : [];
  const views = [
    ...drafts.map((t): [string, Choice] => [draftNames[t], { ...usual, table: t }]),
    ...implementations.map((name): [string, Choice] => [`Through ${name}`, { ...usual, through: name }]),
  ];
  if (views.length === 0) return null;
  const many = [
    drafts.length > 0 ? `${count(drafts.length, 'draft')} of the ADR` : [],
    implementations.length > 0 ? count(implementations.length, 'implementation') : [],
  ];
  return fold(
    'The same as plain tables',
    many.flat().join(', '),
    html`<div class="plain-tables">${views.map(([name, choice]) => one(name, choice, data))}</div>`,
  );
}

const draftNames = { 'adr-2025-06-23': 'What the ADR of 2025-06-23 says', 'adr-draft': 'What its earlier draft says' };

function one(name: string, choice: Choice, data: GridData): Markup {
  const { sentence } = shownTable(data, choice);
  return fold(
    name,
    sentence,
    gridTable(data, choice, { id: `table-${anchorOf(choice.table, choice.through)}`, caption: name }),
  );
}
