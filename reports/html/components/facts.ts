import { jsonEquals } from '../../../files/canonical-json.ts';
import { bounded } from '../../../files/cut.ts';
import { factNouns } from '../../../spec/facts/describe.ts';
import type { Fact, LocatedFact } from '../../../spec/facts/fact.ts';
import { longestText } from '../body-text.ts';
import { type FactRow, factRows } from '../fact-rows.ts';
import { html, type Markup } from '../markup.ts';
import { badge, value } from './small.ts';

const looks = {
  lost: { glyph: '✕', word: 'lost', tone: 'fail' },
  changed: { glyph: '≠', word: 'changed', tone: 'fail' },
  invented: { glyph: '+', word: 'invented', tone: 'fail' },
} as const satisfies Record<Exclude<FactRow['comparison'], 'same'>, object>;

/** What the wire said and what the adapter returned, fact by fact. */
export function factTable(wire: readonly LocatedFact[], adapter: readonly LocatedFact[], name: string): Markup {
  const rows = factRows(wire, adapter);
  if (rows.length === 0) return html`<p class="note">No facts on either side.</p>`;
  return html`<table class="facts">
    <caption>Facts of ${name}, side by side</caption>
    <thead><tr><th scope="col">Fact</th><th scope="col">The wire said</th><th scope="col">The adapter returned</th></tr></thead>
    <tbody>${rows.map(
      (row) => html`<tr class=${row.comparison === 'same' ? undefined : 'differs'}>
        <th scope="row">${factNouns[(row.wire ?? row.adapter)?.fact.kind ?? 'text']} ${row.comparison === 'same' ? html`<span class="note">= same</span>` : badge(looks[row.comparison])}</th>
        <td>${factSide(row.wire)}</td>
        ${saysTheVerySame(row) ? html`<td class="note">the same${pathOf(row.adapter)}</td>` : html`<td>${factSide(row.adapter)}</td>`}
      </tr>`,
    )}</tbody>
  </table>`;
}

function factSide(located: LocatedFact | undefined): Markup {
  if (!located) return html`<span class="note">nothing</span>`;
  return html`${saying(bounded(located.fact, mostOfFact))}${pathOf(located)}`;
}

const pathOf = (located: LocatedFact | undefined): Markup => html`<code class="path">${located?.path}</code>`;

/** True where there is nothing to see twice: not only the same by comparison, but word for word. */
const saysTheVerySame = ({ comparison, wire, adapter }: FactRow): boolean =>
  comparison === 'same' && jsonEquals(wire?.fact, adapter?.fact);

/** What of a fact is shown; the evidence has all of it. */
const mostOfFact = { text: longestText, members: 500, levels: 50 };

/** A fact: what it says, then what else it carries. */
function saying(fact: Fact): Markup {
  switch (fact.kind) {
    case 'text':
      return html`<q>${fact.text}</q>`;
    case 'reasoning':
      return html`<q>${fact.text}</q>${fact.protectedData !== undefined && html` <span class="note">protected data ${value(fact.protectedData)}</span>`}`;
    case 'call':
      return html`<code>${fact.name}</code>${value(fact.arguments)}${idOf(fact.id)}`;
    case 'hosted-call':
      return html`<code>${fact.tool}</code>${value(fact.arguments)}${idOf(fact.id)}`;
    case 'hosted-result':
      return html`<code>${fact.tool}</code>${value(fact.payload)}${idOf(fact.id)}`;
    case 'approval-request':
      return html`<code>${fact.tool}</code>${value(fact.arguments)}${idOf(fact.id)}`;
    case 'action-call':
      return html`<code>${fact.tool}</code>${value(fact.actions)}${idOf(fact.id)}${fact.safetyChecks?.map((check) => html` <span class="note">safety check <code>${check}</code></span>`)}`;
    case 'citation':
      return html`${fact.target === '' ? html`<span class="note">an unnamed source</span>` : html`<code>${fact.target}</code>`}${fact.span !== undefined && html` for <q>${fact.span}</q>`}`;
    case 'file':
      return html`<code>${fact.id}</code>${fact.name !== undefined && html` <span class="note">named</span> <code>${fact.name}</code>`}`;
    case 'data':
      return html`<code>${fact.mediaType}</code> <span class="note">SHA-256 <code>${fact.sha256}</code></span>`;
    case 'finish':
      return html`<code>${fact.reason}</code>`;
    case 'usage':
      return `${fact.inputTokens} input, ${fact.outputTokens} output tokens`;
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

const idOf = (id: string | undefined): Markup =>
  id !== undefined && html` <span class="note">id <code>${id}</code></span>`;
