import { jsonEquals } from '../../../lib/canonical-json.ts';
import { factLabels } from '../../../spec/facts/describe.ts';
import type { FactRow } from '../fact-rows.ts';
import { html, type Markup } from '../markup.ts';
import { factSide } from './fact.ts';

const differences = { lost: 'missing', changed: 'changed', invented: 'invented' } as const satisfies Record<
  Exclude<FactRow['comparison'], 'same'>,
  string
>;

/**
 * What the wire says and what the library returned, fact by fact: what differs first, and marked.
 *
 * @param name what the table is of: a caption for those who cannot see it
 * @param checkOf the check that found a difference
 */
export function factTable(
  rows: readonly FactRow[],
  library: string,
  name: string,
  checkOf: (row: FactRow) => Markup = () => null,
): Markup {
  if (rows.length === 0) return null;
  const differing = rows.filter(({ comparison }) => comparison !== 'same');
  const equal = rows.filter(({ comparison }) => comparison === 'same');
  return html`<table class="sbs stack">
    <caption class="vh">${name}</caption>
    <colgroup><col/><col/><col/><col/></colgroup>
    <thead><tr><th scope="col">Fact</th><th scope="col"><b>On the wire</b>read by the suite's own parser</th><th scope="col" class="eq">equal?</th><th scope="col"><b>Returned by ${library}</b>as the application receives it</th></tr></thead>
    <tbody>${[...differing, ...equal].map((row) => factRow(row, checkOf))}</tbody>
  </table>`;
}

function factRow(row: FactRow, checkOf: (row: FactRow) => Markup): Markup {
  const { comparison, wire, adapter } = row;
  const label = factLabels[(wire ?? adapter)?.fact.kind ?? 'text'];
  if (comparison === 'same') {
    // Nothing to see twice, where it is the same to the letter.
    const isVerySame = jsonEquals(wire?.fact, adapter?.fact);
    return html`<tr><th scope="row">${label}</th><td data-l="Wire">${factSide(wire)}</td><td class="eq">=</td><td data-l="Library">${isVerySame ? html`the same<span class="path">${adapter?.path}</span>` : factSide(adapter)}</td></tr>`;
  }
  return html`<tr class="dif"><th scope="row">${label}${checkOf(row)}</th><td data-l="Wire">${factSide(wire)}</td><td class="eq" data-l="Equal?">≠ ${differences[comparison]}</td><td data-l="Library">${factSide(adapter)}</td></tr>`;
}
