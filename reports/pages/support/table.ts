import type { Support } from '../../../matrix/schema.ts';
import type { Lookup } from '../../snapshot/lookup.ts';
import { link, list } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import { paths, type To } from '../paths.ts';
import { word } from '../words.ts';

/** A tool on a provider API: what the provider offers, and what the best library makes of it. */
export interface SupportRow {
  readonly tool: string;
  readonly providerApi: string;
  readonly head: Markup;
  /** One for each surface, in the order of the columns. */
  readonly facts: readonly Markup[];
  readonly note: readonly Markup[];
}

const looks: Readonly<Record<Support, string>> = { yes: 'yes', no: 'no', partial: 'part', unknown: 'unk' };

/** A fact about a provider. It looks unlike a verdict on a library. */
export const fact = (support: Support): Markup => html`<span class=${looks[support]}>${support}</span>`;

/** What is offered, by whichever of tool and provider API the page is not about. */
export const supportTable = (
  first: string,
  surfaces: readonly string[],
  rows: readonly SupportRow[],
  lookup: Lookup,
  to: To,
): Markup =>
  rows.length === 0
    ? html`<p class="empty">None.</p>`
    : html`<table class="data stack">
    <thead><tr>${[first, ...surfaces, 'Best library', 'Libraries with that word', 'Note'].map((title) => html`<th scope="col" class=${hasShortWords(title) ? 'short' : undefined}>${title}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => supportRow(row, surfaces, lookup, to))}</tbody>
  </table>`;

/** Of longer ones there is no room for a whole one. */
const hasShortWords = (title: string): boolean => title.split(' ').every(({ length }) => length <= 16);

function supportRow(
  { tool, providerApi, head, facts, note }: SupportRow,
  surfaces: readonly string[],
  lookup: Lookup,
  to: To,
) {
  const { word: best, libraries, isReferenceOnly } = lookup.best(tool, providerApi);
  const addressOf = (library: string) => to(paths.cell(tool, providerApi, library));
  const [leading] = libraries;
  return html`<tr><th scope="row">${head}</th>
    ${facts.map((each, i) => html`<td class="half" data-l=${surfaces[i]}>${each}</td>`)}
    <td data-l="Best library">${link(leading && addressOf(leading.id), word(best, true), 'plain')}</td>
    <td data-l="Libraries">${libraries.length === 0 ? 'no adapter' : list(libraries.map(({ id, title }) => link(addressOf(id), title)))}${isReferenceOnly && ', as no library is judged'}</td>
    <td data-l="Note" class=${note.length > 0 ? 'mut' : 'skipm'}>${note}</td></tr>`;
}
