import type { ErrataEntry } from '../../../matrix/errata.ts';
import { errataLabels } from '../labels.ts';
import { html, type Markup } from '../markup.ts';
import { heading, prose, sourceList } from './elements.ts';

/**
 * Where the table's own source is not what holds: what it says, what holds today, and where that can be read. An entry that the
 * register of these results lacks is named all the same.
 */
export function errataList(ids: readonly string[], register: readonly ErrataEntry[]): Markup {
  return html`<ul class="variants">${ids.map((id) =>
    note(
      id,
      register.find((entry) => entry.id === id),
    ),
  )}</ul>`;
}

/** The same, under a heading of a level of its own: of a cell. */
export const errataNotes = (ids: readonly string[], register: readonly ErrataEntry[], level: number): Markup =>
  html`${heading(level, 'Errata of the ADR')}${errataList(ids, register)}`;

function note(id: string, entry: ErrataEntry | undefined): Markup {
  if (!entry) return html`<li><p><code>${id}</code> <span class="note">not in the register of this run</span></p></li>`;
  return html`<li>
    <p><strong>${prose(entry.title)}</strong> <code>${id}</code> <span class="note">${errataLabels[entry.kind]}</span></p>
    <dl class="pairs">
      <div class="pair"><dt>the ADR says</dt><dd>${prose(entry.adr)}</dd></div>
      <div class="pair"><dt>today</dt><dd>${prose(entry.today)}</dd></div>
    </dl>
    <p class="note">${sourceList(entry.sources)}</p>
  </li>`;
}
