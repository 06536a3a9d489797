import type { Exchange, UnexpectedRequest } from '../../../recordings/format/exchange.ts';
import { shownCassette } from '../../../spec/results/case-result.ts';
import type { CaseResult, Evidence } from '../../../spec/results/schema.ts';
import { isStale } from '../../freshness/stale.ts';
import { caseAnchor } from '../anchor.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { count, verdictLooks } from '../words.ts';
import { caseChecks } from './case-checks.ts';
import { exchangeItem, unexpectedItem } from './exchange.ts';
import { badge, link, sourceList } from './small.ts';
import { stepItem } from './step.ts';

/** A case, folded unless it is what makes the run red. The place that links lead to lies within, so that they unfold it. */
export function caseDetails(c: CaseResult, evidence: Evidence | undefined, links: Links): Markup {
  const look = verdictLooks[c.verdict];
  const compared = c.checks.reduce((sum, k) => sum + k.compared, 0);
  return html`<details class="case" open=${!look.acceptable}>
    <summary>${badge(look)} <span class="case-title">${c.title}</span> <span class="mode">${c.mode}</span> <span class="note">${count(compared, 'comparison')}</span></summary>
    <div id=${caseAnchor(c.id)} class="inside">
      <p class="id"><code>${c.id}</code> ${link(links.case(c.id), 'Link to this case')}</p>
      ${c.reason !== undefined && html`<p class="notice tone-${look.tone}"><strong>${look.word}:</strong> ${c.reason}</p>`}
      ${c.exception !== undefined && html`<p>Listed as an exception at <code>${c.exception}</code>.</p>`}
      ${caseChecks(c, links)}
      ${provenance(c, evidence)}
      ${seen(c, evidence, links, 6)}
      ${unread(c)}
      <p class="replay">Replay it: <code>${c.replay}</code></p>
    </div>
  </details>`;
}

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
    <div class="pair"><dt>Recording</dt><dd><code>${shownCassette(c.cassette)}</code>, ${how}${c.kind === 'refusal' && '; it stands by in case the adapter sends something'}${isStale(c) && html`; <strong>stale</strong>${freshUntil !== undefined && ` since ${freshUntil}`}`}</dd></div>
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
