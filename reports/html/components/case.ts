import { jsonEquals } from '../../../lib/canonical-json.ts';
import { truncateDeep } from '../../../lib/escape-control-characters.ts';
import {
  type Exchange,
  type Headers,
  type HttpRequest,
  headerOf,
  type UnexpectedRequest,
} from '../../../recordings/format/exchange.ts';
import { factLabels } from '../../../spec/facts/describe.ts';
import type { Fact, LocatedFact } from '../../../spec/facts/fact.ts';
import { shownCassette } from '../../../spec/results/case-result.ts';
import type { CaseResult, Evidence } from '../../../spec/results/schema.ts';
import { isStale } from '../../freshness/stale.ts';
import { caseAnchor } from '../anchor.ts';
import { longestText } from '../body-text.ts';
import { type FactRow, factRows } from '../fact-rows.ts';
import { count, verdictLabels } from '../labels.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { prettyJson } from '../pretty-json.ts';
import { foldedBody } from './body.ts';
import { caseChecks } from './case-checks.ts';
import { badge, fold, heading, jsonBlock, link, sourceList, value, verbatim } from './elements.ts';

/** A case, folded unless it is what makes the run red. The place that links lead to lies within, so that they unfold it. */
export function caseDetails(c: CaseResult, evidence: Evidence | undefined, links: Links): Markup {
  const look = verdictLabels[c.verdict];
  const compared = c.checks.reduce((sum, k) => sum + k.compared, 0);
  return html`<details class="case" open=${!look.acceptable}>
    <summary>${badge(look)} <span class="case-title">${c.title}</span> <span class="mode">${c.mode}</span> <span class="note">${count(compared, 'comparison')}</span></summary>
    <div id=${caseAnchor(c.id)} class="inside">
      <p class="id"><code>${c.id}</code> ${link(links.case(c.id), 'Link to this case')}</p>
      ${c.reason !== undefined && html`<p class="notice tone-${look.tone}"><strong>${look.word}:</strong> ${c.reason}</p>`}
      ${knownAs(c)}
      ${caseChecks(c, links)}
      ${provenance(c, evidence)}
      ${seen(c, evidence, links, 6)}
      ${unread(c)}
      <p class="replay">Replay it: <code>${c.replay}</code></p>
    </div>
  </details>`;
}

/** The known issues behind a case, by their ids. */
export const knownAs = ({ knownIssues = [] }: CaseResult): Markup =>
  knownIssues.length > 0 &&
  html`<p class="note">Known ${count(knownIssues.length, 'issue').replace(/^1 /, '')}: ${knownIssues.map((id, i) => html`${i > 0 && ', '}<code>${id}</code>`)}</p>`;

/** What the case was replayed from. Documented is never shown as live. */
export function provenance(c: CaseResult, evidence: Evidence | undefined): Markup {
  if (!c.cassette) return html`<p>There is no recording.</p>`;
  const { recordedAt, freshUntil, sources } = c.cassette;
  const note = (evidence?.provenance as { note?: string } | null | undefined)?.note;
  const how =
    c.evidence === 'live'
      ? `recorded from the provider${recordedAt === undefined ? '' : ` on ${recordedAt}`}`
      : 'written from public documents, not recorded from the provider';
  return html`<dl class="pairs">
    <div class="pair"><dt>Recording</dt><dd><code>${shownCassette(c.cassette)}</code>, ${how}${c.kind === 'rejection' && '; it stands by in case the adapter sends something'}${isStale(c) && html`; <strong>stale</strong>${freshUntil !== undefined && ` since ${freshUntil}`}`}</dd></div>
    <div class="pair"><dt>Sources</dt><dd>${sourceList(sources)}</dd></div>
    ${note !== undefined && html`<div class="pair"><dt>Note</dt><dd>${note}</dd></div>`}
  </dl>`;
}

/** What was seen of a case: its calls, and what came beside them or too late. `level`: of the headings. */
export function seen(c: CaseResult, evidence: Evidence | undefined, links: Links, level: number): Markup {
  if (c.evidenceSha256 === undefined) return html`<p>Nothing could be seen of this case.</p>`;
  if (!evidence)
    return html`<p>What was seen is not in this page; <code>npm run atc -- can-i-use ${c.id}</code> tells it in words.</p>`;
  const late = evidence.late as readonly UnexpectedRequest[];
  const closing = (evidence.closing ?? []) as readonly Exchange[];
  return html`
    <ol class="steps">${evidence.steps.map((step, i) => stepItem(step, i, `“${c.title}”, ${c.mode}`, level))}</ol>
    ${c.kind === 'scenario' && evidence.unconsumed.length > 0 && html`<p>Recorded, and never asked for:</p><ul>${evidence.unconsumed.map((u) => html`<li><code>${u}</code></li>`)}</ul>`}
    ${closing.length > 0 && html`<p>When the client was closed:</p><ol class="timeline">${closing.map(exchangeItem)}</ol>`}
    ${late.length > 0 && html`<p>Sent after the case had ended:</p><ol class="timeline">${late.map(unexpectedItem)}</ol>`}
    ${evidence.connections.refused.length > 0 && html`<p>Connections tried beside the recording, and refused: ${evidence.connections.refused.map((target) => html`<code>${target}</code> `)}</p>`}
    <p class="note">All of it as JSON: ${asJson(c, links)}</p>`;
}

/** By what prints it where the page has no address for it. */
export function asJson({ id, evidenceSha256 = '' }: CaseResult, links: Links): Markup {
  const address = links.evidence(evidenceSha256);
  return address === undefined
    ? html`<code>npm run --silent atc -- can-i-use ${id} --json</code>`
    : html`<a href=${address}>evidence ${evidenceSha256.slice(0, 12)}</a>`;
}

/** What the reader of the wire has no words for. */
export const unread = (c: CaseResult): Markup =>
  c.unread.length > 0 && html`<p>On the wire, and unread: ${c.unread.map((what) => html`<code>${what}</code> `)}</p>`;

type Step = Evidence['steps'][number];

/** One call of the client: what was asked, the HTTP it caused, and both readings of it. `level`: of its heading. */
function stepItem(step: Step, index: number, name: string, level: number): Markup {
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

/** One request and its answer, one below the other as they went over the wire. */
function exchangeItem({ operation, transport, request, response }: Exchange, index: number): Markup {
  return html`<li class="exchange">
    <p class="note">Exchange ${index + 1}: ${operation}, answered as ${transport}</p>
    <div class="message"><p><span class="arrow" aria-hidden="true">→</span> <strong>${request.method}</strong> <code>${request.url}</code></p>${requestParts(request)}</div>
    <div class="message"><p><span class="arrow" aria-hidden="true">←</span> <strong>${response.status}</strong> <code>${headerOf(response, 'content-type') ?? 'no content-type'}</code></p>
      ${headers('Response headers', response.headers)}
      ${foldedBody('Response body', response.body, headerOf(response, 'content-type') ?? '')}
    </div>
  </li>`;
}

/** A request that nothing in the recording answers, and why. */
function unexpectedItem({ request, reason }: UnexpectedRequest): Markup {
  return html`<li class="exchange">
    <p><strong>✕ Not answered:</strong> ${reason}</p>
    <div class="message"><p><span class="arrow" aria-hidden="true">→</span> <strong>${request.method}</strong> <code>${request.url}</code></p>${requestParts(request)}</div>
  </li>`;
}

function requestParts(request: HttpRequest): Markup {
  return html`
    ${headers('Request headers', request.headers)}
    ${request.body && foldedBody('Request body', request.body, headerOf(request, 'content-type') ?? '')}`;
}

function headers(label: string, list: Headers): Markup {
  if (list.length === 0) return null;
  const text = list.map(([name, text]) => `${name}: ${text}`).join('\n');
  return fold(label, count(list.length, 'header'), verbatim(text));
}

const looks = {
  lost: { glyph: '✕', word: 'lost', tone: 'fail' },
  changed: { glyph: '≠', word: 'changed', tone: 'fail' },
  invented: { glyph: '+', word: 'invented', tone: 'fail' },
} as const satisfies Record<Exclude<FactRow['comparison'], 'same'>, object>;

/** What the wire said and what the adapter returned, fact by fact. */
function factTable(wire: readonly LocatedFact[], adapter: readonly LocatedFact[], name: string): Markup {
  const rows = factRows(wire, adapter);
  if (rows.length === 0) return html`<p class="note">No facts on either side.</p>`;
  return html`<table class="facts">
    <caption>Facts of ${name}, side by side</caption>
    <thead><tr><th scope="col">Fact</th><th scope="col">The wire said</th><th scope="col">The adapter returned</th></tr></thead>
    <tbody>${rows.map(
      (row) => html`<tr class=${row.comparison === 'same' ? undefined : 'differs'}>
        <th scope="row">${factLabels[(row.wire ?? row.adapter)?.fact.kind ?? 'text']} ${row.comparison === 'same' ? html`<span class="note">= same</span>` : badge(looks[row.comparison])}</th>
        <td>${factSide(row.wire)}</td>
        ${saysTheVerySame(row) ? html`<td class="note">the same${pathOf(row.adapter)}</td>` : html`<td>${factSide(row.adapter)}</td>`}
      </tr>`,
    )}</tbody>
  </table>`;
}

function factSide(located: LocatedFact | undefined): Markup {
  if (!located) return html`<span class="note">nothing</span>`;
  return html`${saying(truncateDeep(located.fact, mostOfFact))}${pathOf(located)}`;
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
