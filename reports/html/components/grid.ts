import type { Choice } from '../grid/choice.ts';
import type { GridData } from '../grid/data.ts';
import { shownTable } from '../grid/table.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { gridTable } from './grid-table.ts';
import { legend } from './legend.ts';
import { plainTables } from './plain-tables.ts';
import { switches } from './switches.ts';

const frame = {
  id: 'grid-caption',
  caption:
    'Each tool on each provider API, in this run. Each cell leads to its claims, its evidence and its cases; arrow keys lead from cell to cell.',
};

/** The availability table, cell by cell: what this run has proved, and what is only claimed. */
export function grid(data: GridData, choice: Choice, links: Links): Markup {
  const { sentence, times } = shownTable(data, choice);
  return html`<section aria-labelledby="grid">
    <h2 id="grid" class="unseen">Tools by provider API</h2>
    ${switches(data)}
    <div class="over-grid">
      <p id="shown" role="status">${sentence}</p>
      ${legend(data, times)}
    </div>
    ${gridTable(data, choice, { ...frame, links })}
    ${plainTables(data)}
  </section>`;
}
