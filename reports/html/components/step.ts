import type { Exchange, UnexpectedRequest } from '../../../recordings/format/exchange.ts';
import type { LocatedFact } from '../../../spec/facts/fact.ts';
import type { Evidence } from '../../../spec/results/schema.ts';
import { html, type Markup } from '../markup.ts';
import { prettyJson } from '../pretty-json.ts';
import { exchangeItem, unexpectedItem } from './exchange.ts';
import { factTable } from './facts.ts';
import { fold, heading, jsonBlock, value } from './small.ts';

type Step = Evidence['steps'][number];

/** One call of the client: what was asked, the HTTP it caused, and both readings of it. `level`: of its heading. */
export function stepItem(step: Step, index: number, name: string, level: number): Markup {
  // The schema of evidence leaves open what recordings/format and spec/facts describe.
  const exchanges = step.exchanges as readonly Exchange[];
  const unexpected = step.unexpected as readonly UnexpectedRequest[];
  const wire = step.wire as readonly LocatedFact[];
  const adapter = step.adapter as readonly LocatedFact[];
  const error = step.error as { name: string; message: string } | undefined;
  const silent = exchanges.length + unexpected.length === 0;
  return html`<li class="step">
    ${heading(level, html`Call ${index + 1} <span class="note">turn ${step.turn + 1}</span>`)}
    ${fold('What the caller asked', 'options of the call', jsonBlock(prettyJson(step.options)))}
    ${silent ? html`<p>Nothing was sent.</p>` : html`<ol class="timeline">${exchanges.map(exchangeItem)}${unexpected.map(unexpectedItem)}</ol>`}
    ${error && html`<p>The adapter threw <code>${error.name}</code>: <q>${error.message}</q></p>`}
    ${step.warnings.length > 0 && html`<p>The adapter warned:</p><ul>${step.warnings.map((w) => html`<li>${value(w)}</li>`)}</ul>`}
    ${(wire.length + adapter.length > 0 || !error) && factTable(wire, adapter, `call ${index + 1} of ${name}`)}
    ${step.unread.length > 0 && html`<p>The reader has no words for:</p><ul>${step.unread.map((u) => html`<li><code>${u.what}</code> <span class="note">at <code>${u.path}</code></span></li>`)}</ul>`}
  </li>`;
}
