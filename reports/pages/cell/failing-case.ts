import {
  type Exchange,
  type Headers,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  type UnexpectedRequest,
} from '../../../recordings/format/exchange.ts';
import type { Finding } from '../../../spec/engine/verdict.ts';
import { shownCassette } from '../../../spec/results/case-result.ts';
import type { CaseResult, Evidence } from '../../../spec/results/schema.ts';
import type { Impact } from '../../../spec/verdicts/impact.ts';
import type { SnapshotIssue } from '../../snapshot/schema.ts';
import { caseAnchor } from '../anchor.ts';
import { prettyJson, readableBody, sizeOf } from '../body-text.ts';
import { command, count, link, list, reproduceCommand, source, thousands, upstream } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import { issueAnchor, paths, type To } from '../paths.ts';
import { tag } from '../words.ts';
import { factTable } from './fact-table.ts';
import { callOf, checkLink, findings, inWords, tellingChecks } from './found.ts';
import { requestPanes, responsePanes } from './panes.ts';
import { block, fold, value } from './pieces.ts';
import { type FactRow, isDiffering, type Step, stepsOf } from './step.ts';
import { isGap, standingOf } from './view.ts';

/**
 * How much of a case is shown: all of it; its two sides without the calls; or only what was found.
 */
export type Detail = 'calls' | 'sides' | 'finding';

/** What is shown of a case. */
interface Shown {
  readonly detail: Detail;
  readonly evidence: Evidence | undefined;
  readonly isOpen?: boolean;
}

/** A case with a finding, folded. The place that links lead to lies within, so that they unfold it. */
export function failingCase(
  model: PagesModel,
  c: CaseResult,
  to: To,
  { detail, evidence, isOpen }: Shown = { detail: 'calls', evidence: model.evidence(c) },
): Markup {
  const library = model.lookup.titles.library(c.implementation);
  const issues = issuesOf(model, c);
  const reproducible = issues.filter(({ reproduction }) => reproduction !== undefined);
  const impact = impactOf(c);
  const [told] = tellingChecks(c);
  const brief = issues[0]?.title ?? (told?.findings[0] && inWords(told.findings[0].group)) ?? c.reason ?? c.verdict;
  return html`<details class="case" open=${isOpen}>
    <summary><h3>${c.title}, ${c.mode}</h3> ${impact ? tag(impact) : html`<b>${c.verdict}</b>`} <span class="mut">${brief}</span></summary>
    <div id=${caseAnchor(c.id)} class="inside">
      ${issues.map((issue) => knownIssue(issue, to))}
      <p class="mut">${c.purpose}</p>
      ${findings(c, model.results.checks, to)}
      ${seen(c, detail === 'finding' ? undefined : evidence, to, library, detail)}
      ${command(c.replay)}
      ${reproducible.length > 0 && html`<p class="mut">With the library alone:</p>${reproducible.map((issue) => command(reproduceCommand(issue)))}`}
    </div>
  </details>`;
}

function impactOf(c: CaseResult): Impact | undefined {
  const standing = standingOf(c);
  return isGap(standing) ? standing : undefined;
}

/** The known issues behind a case. */
export const issuesOf = ({ lookup }: PagesModel, { adapter, knownIssues = [] }: CaseResult): readonly SnapshotIssue[] =>
  knownIssues.flatMap((id) => lookup.issue(`${adapter}/${id}`) ?? []);

export const issueLink = ({ id, library, title }: SnapshotIssue, to: To): Markup =>
  link(to(`${paths.library(library)}#${issueAnchor(id)}`), title);

const knownIssue = (issue: SnapshotIssue, to: To): Markup =>
  html`<p>Known issue: ${issueLink(issue, to)} ${tag(issue.impact)} <span class="mut">${issue.state !== undefined && `${issue.state.replace('_', ' ')}, `}upstream: ${upstream(issue)}</span></p>`;

/** Both sides of the call that matters, then all calls. */
function seen(c: CaseResult, evidence: Evidence | undefined, to: To, library: string, detail: Detail): Markup {
  if (c.evidenceSha256 === undefined) return html`<p>Nothing was seen of this case.</p>`;
  if (!evidence) return elsewhere(c);
  const steps = stepsOf(evidence);
  return html`
    ${bothSides(c, steps, to, library)}
    ${
      detail === 'calls'
        ? fold(
            'Call by call',
            `${count(steps.length, 'call')}, with requests and responses`,
            html`${callByCall(c, evidence, steps, library)}${provenance(c, evidence)}${otherChecks(c, to)}<p class="mut">All of it: ${asJson(c)}</p>`,
          )
        : elsewhere(c)
    }`;
}

/** Nothing is left out in silence. */
const elsewhere = (c: CaseResult): Markup =>
  html`<p class="mut">Its requests and responses are left out of this page. To see them: ${asJson(c)}</p>`;

const asJson = ({ id }: CaseResult): Markup =>
  html`<code>npm run atc -- can-i-use ${id}</code> <button type="button" class="btn" hidden data-case=${id}>Evidence as JSON<span class="vh"> of ${id}</span></button>`;

/** A finding, with its check and the call in which it was found. */
interface Found {
  readonly check: string;
  readonly finding: Finding;
  readonly call: number | undefined;
}

/** As many calls are shown as they are; of the others the facts alone. */
const mostPanes = 2;

/** Facts and panes of the calls in which something was found or differs. */
function bothSides(c: CaseResult, steps: readonly Step[], to: To, library: string): Markup {
  const own = tellingChecks(c).flatMap(({ check, findings }) =>
    findings.map((finding): Found => ({ check, finding, call: callOf(finding) })),
  );
  const telling = steps.filter((step) => step.rows.some(isDiffering) || own.some(({ call }) => call === step.index));
  // Where nothing says which call it was, it was the last one.
  const shown = telling.length > 0 ? telling : steps.slice(-1);
  return html`${shown.map((step, i) => {
    const found = own.filter(({ call }) => call === step.index);
    const name = `Facts of call ${step.index + 1} of “${c.title}”, ${c.mode}`;
    return html`
      ${(steps.length > 1 || step.rows.length > 0) && html`<p class="mut">Call ${step.index + 1} of ${steps.length}${step.rows.length > 0 && `: ${equalOf(step)}`}</p>`}
      ${sidesOf(step, found, library, name, i < mostPanes, to)}`;
  })}`;
}

/** The request where that is wrong, and the response where it is not what the library returned. */
function sidesOf(
  step: Step,
  found: readonly Found[],
  library: string,
  name: string,
  hasPanes: boolean,
  to: To,
): Markup {
  const findings = found.map(({ finding }) => finding);
  const request = hasPanes && requestPanes(step, findings);
  // Equal facts alone prove nothing here: they are shown with their call.
  if (request && !step.rows.some(isDiffering)) return request;
  const checkOf = (row: FactRow): Markup => {
    const names = found.filter(({ finding }) => isOf(finding, row)).map(({ check }) => check);
    return html`${[...new Set(names)].map((check) => html`<span class="path">${checkLink(check, to)}</span>`)}`;
  };
  return html`${request}${factTable(step.rows, library, name, checkOf)}${hasPanes && responsePanes(step, library, findings)}`;
}

function equalOf({ rows }: Step): string {
  const equal = rows.filter((row) => !isDiffering(row)).length;
  return `${equal} of ${count(rows.length, 'fact')} of its response equal`;
}

/** Whether a finding is about what a row shows: findings name places from the case, facts from the call. */
function isOf(
  { wirePath, adapterPath }: { readonly wirePath?: string; readonly adapterPath?: string },
  { wire, adapter }: FactRow,
): boolean {
  const isAt = (path: string | undefined, fact: string | undefined) =>
    path !== undefined && fact !== undefined && path.endsWith(`.${fact}`);
  return isAt(wirePath, wire?.path) || isAt(adapterPath, adapter?.path);
}

/** What the case was replayed from. Documented is never shown as live. */
function provenance({ cassette, evidence: grade }: CaseResult, evidence: Evidence): Markup {
  if (!cassette) return html`<p>There is no recording.</p>`;
  const { recordedAt, freshUntil, sources, stale } = cassette;
  const note = (evidence.provenance as { note?: string } | null)?.note;
  const how =
    grade === 'live'
      ? `recorded from the provider${recordedAt === undefined ? '' : ` on ${recordedAt}`}`
      : 'written from public documents, not recorded from the provider';
  return html`<p class="mut">Recording: <code>${shownCassette(cassette)}</code>, ${how}${stale && `; stale${freshUntil === undefined ? '' : ` since ${freshUntil}`}`}. Sources: ${list(sources.map(({ title, url }) => source(title, url)))}.${note !== undefined && ` ${note}`}</p>`;
}

/** Checks that found nothing: those that compared something, each with how often. */
function otherChecks({ checks }: CaseResult, to: To): Markup {
  const held = checks.filter(({ status, findings }) => status === 'pass' && findings.length === 0);
  return (
    held.length > 0 &&
    html`<p class="mut">${count(held.length, 'check')} passed, with their comparisons: ${list(held.map(({ check, compared }) => html`${checkLink(check, to)} ${thousands(compared)}`))}.</p>`
  );
}

/** A case call by call: what was asked, what was sent and answered, what was returned; then what came beside the calls or after them. */
function callByCall(c: CaseResult, evidence: Evidence, steps: readonly Step[], library: string): Markup {
  const late = evidence.late as readonly UnexpectedRequest[];
  const closing = (evidence.closing ?? []) as readonly Exchange[];
  return html`
    <ol class="calls">${steps.map((step) => call(step, library, `“${c.title}”, ${c.mode}`))}</ol>
    ${evidence.unconsumed.length > 0 && html`<p>Recorded, and never requested: ${evidence.unconsumed.map((u, i) => html`${i > 0 && ', '}<code>${u}</code>`)}</p>`}
    ${closing.length > 0 && html`<p>When the client was closed:</p>${closing.map(exchange)}`}
    ${late.length > 0 && html`<p>Sent after the case had ended:</p>${late.map(unanswered)}`}
    ${evidence.connections.refused.length > 0 && html`<p>Connections tried beside the recording, and blocked: ${evidence.connections.refused.map((target) => html`<code>${target}</code> `)}</p>`}`;
}

/** Facts of a call that differ are shown above, side by side. */
function call(step: Step, library: string, name: string): Markup {
  const { index, turn, options, exchanges, unexpected, error, warnings, rows, unread } = step;
  return html`<li>
    <h4>Call ${index + 1} <span class="mut">turn ${turn + 1}</span></h4>
    ${fold('What the caller asked', 'options of the call', block(prettyJson(options)))}
    ${exchanges.length + unexpected.length === 0 && html`<p>Nothing was sent.</p>`}
    ${exchanges.map(exchange)}${unexpected.map(unanswered)}
    ${error && html`<p>${library} threw <code>${error.name}</code>: <q>${error.message}</q></p>`}
    ${warnings.length > 0 && html`<p>${library} warned: ${warnings.map((warning) => html`${value(warning)} `)}</p>`}
    ${!rows.some(isDiffering) && rows.length > 0 && fold('Facts side by side', `${count(rows.length, 'fact')}, all equal`, factTable(rows, library, `Facts of call ${index + 1} of ${name}`))}
    ${unread.length > 0 && html`<p>On the wire, and not known to the suite's parser: ${unread.map(({ what, path }) => html`<code>${what}</code> at <code>${path}</code> `)}</p>`}
  </li>`;
}

/** A request and its response, one below the other as they went over the wire. */
const exchange = ({ operation, transport, request, response }: Exchange): Markup =>
  html`<div class="exchange">
    <p><b>→ ${request.method}</b> <code>${request.url}</code> <span class="mut">${operation}</span></p>${parts(request, 'Request')}
    <p><b>← ${response.status}</b> <code>${headerOf(response, 'content-type') ?? 'no content-type'}</code> <span class="mut">${transport}</span></p>${parts(response, 'Response')}
  </div>`;

/** A request that nothing in the recording answers, and why. */
const unanswered = ({ request, reason }: UnexpectedRequest): Markup =>
  html`<div class="exchange"><p><b>→ ${request.method}</b> <code>${request.url}</code></p>${parts(request, 'Request')}<p><b>Not answered:</b> ${reason}</p></div>`;

const parts = (message: HttpRequest | HttpResponse, name: string): Markup =>
  html`${headers(`${name} headers`, message.headers)}${body(`${name} body`, message)}`;

const headers = (label: string, list: Headers): Markup =>
  list.length > 0 &&
  fold(label, count(list.length, 'header'), block(list.map(([name, text]) => `${name}: ${text}`).join('\n')));

/** JSON laid out, server-sent events and AWS frames one after the other, anything else as it came. */
function body(label: string, message: HttpRequest | HttpResponse): Markup {
  if (!message.body) return null;
  const readable = readableBody(message.body, headerOf(message, 'content-type') ?? '');
  const size = sizeOf(message.body);
  if ('events' in readable) {
    const text = readable.events.map((event) => `event: ${event.name}\n${event.text}`).join('\n\n');
    const noun = readable.kind === 'events' ? 'event' : 'frame';
    return fold(label, `${count(readable.events.length, noun)}, ${size}`, block(text));
  }
  if (readable.text === '') return html`<p class="mut">${label}: empty</p>`;
  const kind = { json: 'JSON', base64: 'bytes as base64', text: 'text' }[readable.kind];
  return fold(label, `${kind}, ${size}`, block(readable.text));
}

/** About how many characters of markup a case takes beside what was seen of it, and its two sides at most. */
const costs = { finding: 2500, sides: 14_000 };

/**
 * Cases with a finding, the first one unfolded, in about so many characters of markup: of as many as there is room for both sides, then
 * all calls of as many as there is room left for, but always of the first.
 */
export function failingCases(model: PagesModel, cases: readonly CaseResult[], to: To, room: number): Markup {
  const seen = cases.map((c) => model.evidence(c));
  const details = detailsWithin(seen.map(evidenceLength), room);
  return html`${cases.map((c, i) => failingCase(model, c, to, { detail: details[i] ?? 'finding', evidence: seen[i], isOpen: i === 0 }))}`;
}

/** How much is shown of each of several cases that are so long. Markup is about twice as long as what it shows. Pure. */
export function detailsWithin(sizes: readonly number[], room: number): readonly Detail[] {
  const sides = sizes.map((size) => Math.min(2 * size, costs.sides));
  const calls = sizes.map((size) => 2 * size);
  let left = room - sizes.length * costs.finding - (sides[0] ?? 0) - (calls[0] ?? 0);
  const takes = (cost: number): boolean => {
    if (cost > left) return false;
    left -= cost;
    return true;
  };
  const withSides = sides.map((cost, i) => i === 0 || takes(cost));
  const withCalls = calls.map((cost, i) => i === 0 || (withSides[i] === true && takes(cost)));
  return sizes.map((_, i) => (withCalls[i] ? 'calls' : withSides[i] ? 'sides' : 'finding'));
}

const evidenceLength = (evidence: Evidence | undefined): number =>
  evidence === undefined ? 0 : JSON.stringify(evidence.steps).length;
