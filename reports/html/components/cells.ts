import { html, type Markup } from '../markup.ts';
import type { ColumnView, ReportView } from '../view.ts';
import { count } from '../words.ts';
import { cellDetails } from './cell.ts';
import { driftList } from './drift.ts';
import { fold, prose, sourceLink } from './small.ts';

/** All cells, column by column: first the columns that this run has tried, then, folded, those that are claims alone. */
export function cells(view: ReportView): Markup {
  const tried = view.columns.filter((c) => c.adapters.length > 0);
  const others = view.columns.filter((c) => c.adapters.length === 0);
  return html`<section aria-labelledby="cells">
    <h2 id="cells">Cells in detail</h2>
    ${tried.map((column) => triedColumn(column, view))}
    <div class="folded-providers">${others.map((column) => claimedColumn(column, view))}</div>
  </section>`;
}

function triedColumn(column: ColumnView, view: ReportView): Markup {
  const { provider, adapters } = column;
  return html`<section class="provider" aria-labelledby="provider-${provider.id}">
    <h3 id="provider-${provider.id}">${provider.title}</h3>
    ${description(column, view)}
    <p>Tried through ${adapters.map((a, i) => html`${i === 0 ? '' : ', '}<code>${a.id}</code>`)}.</p>
    ${cellList(column, view)}
  </section>`;
}

function claimedColumn(column: ColumnView, view: ReportView): Markup {
  const { provider, cells: own } = column;
  return html`<details class="folded-provider">
    <summary><h3 class="provider-title">${provider.title}</h3> <span class="note">${count(own.length, 'cell')}, all of it claims: no adapter for this API took part in this run</span></summary>
    <div id="provider-${provider.id}" class="inside">
      ${description(column, view)}
      ${cellList(column, view)}
    </div>
  </details>`;
}

function description({ provider: { description: text, lifecycle, sdk, drift } }: ColumnView, view: ReportView): Markup {
  const since = lifecycle.since === undefined ? '' : ` since ${lifecycle.since}`;
  const until = lifecycle.until === undefined ? '' : ` until ${lifecycle.until}`;
  return html`
    <p>${prose(text)}</p>
    <p class="note">${lifecycle.status === 'ga' ? 'Generally available' : capital(lifecycle.status)}${since}${until}, according to ${sourceLink(lifecycle.source)}. ${prose(lifecycle.notes ?? '')} SDK that was read: <code>${sdk.package}@${sdk.version}</code>.</p>
    ${drift && fold('What has drifted since the ADR', count(drift.length, 'entry', 'entries'), driftList(drift, view.drift))}`;
}

const cellList = ({ cells: own }: ColumnView, view: ReportView): Markup =>
  html`<div class="column-cells">${own.map((cell) => cell && cellDetails(cell, view))}</div>`;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
