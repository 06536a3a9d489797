import { jsonEquals } from '../../../lib/canonical-json.ts';
import { truncateDeep } from '../../../lib/escape-control-characters.ts';
import { factLabels } from '../../../spec/facts/describe.ts';
import type { Fact, LocatedFact } from '../../../spec/facts/fact.ts';
import { html, type Markup } from '../markup.ts';
import { value } from './pieces.ts';
import type { FactRow } from './step.ts';

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

/** What of a fact is shown; the evidence has all of it. */
const mostOfFact = { text: 2000, members: 60, levels: 20 };

/** A fact, and where it was read. */
function factSide(located: LocatedFact | undefined): Markup {
  if (!located) return 'none';
  return html`${saying(truncateDeep(located.fact, mostOfFact))}<span class="path">${located.path}</span>`;
}

/** A fact: what it says, then what else it carries. */
function saying(fact: Fact): Markup {
  switch (fact.kind) {
    case 'text':
      return html`<q>${fact.text}</q>`;
    case 'reasoning':
      return html`<q>${fact.text}</q>${fact.protectedData !== undefined && html`, protected data ${value(fact.protectedData)}`}`;
    case 'call':
      return html`<code>${fact.name}</code> ${value(fact.arguments)}${idOf(fact)}`;
    case 'hosted-call':
    case 'approval-request':
      return html`<code>${fact.tool}</code> ${value(fact.arguments)}${idOf(fact)}`;
    case 'hosted-result':
      return html`<code>${fact.tool}</code> ${value(fact.payload)}${idOf(fact)}`;
    case 'action-call':
      return html`<code>${fact.tool}</code> ${value(fact.actions)}${idOf(fact)}${fact.safetyChecks?.map((check) => html`, safety check <code>${check.id}</code>`)}`;
    case 'citation':
      return html`${fact.target === '' ? 'an unnamed source' : html`<code>${fact.target}</code>`}${fact.span !== undefined && html` for <q>${fact.span}</q>`}`;
    case 'file':
      return html`<code>${fact.id}</code>${fact.name !== undefined && html`, named <code>${fact.name}</code>`}`;
    case 'data':
      return html`<code>${fact.mediaType}</code>, SHA-256 <code>${fact.sha256}</code>`;
    case 'finish':
      return html`<code>${fact.reason}</code>`;
    case 'usage':
      return usage(fact);
    case 'response-id':
    case 'message-id':
      return html`<code>${fact.id}</code>`;
    case 'model':
      return html`<code>${fact.model}</code>`;
    case 'error':
      return html`${[fact.status ?? [], fact.code ?? []].flat().map((mark) => html`<code>${mark}</code> `)}<q>${fact.message}</q>`;
  }
  // A kind without a case would be a blank in the table.
  fact satisfies never;
  return null;
}

function usage(fact: Extract<Fact, { readonly kind: 'usage' }>): Markup {
  const parts = [
    `input ${fact.inputTokens}`,
    fact.cachedInputTokens === undefined ? [] : `of it cached ${fact.cachedInputTokens}`,
    `output ${fact.outputTokens}`,
    fact.reasoningTokens === undefined ? [] : `of it reasoning ${fact.reasoningTokens}`,
  ];
  return parts.flat().join(', ');
}

const idOf = ({ id }: { readonly id?: string }): Markup => id !== undefined && html` id <code>${id}</code>`;
