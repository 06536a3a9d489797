import type { Finding } from '../../../spec/engine/verdict.ts';
import { shownCassette } from '../../../spec/results/case-result.ts';
import type { CaseResult, Evidence } from '../../../spec/results/schema.ts';
import type { Impact } from '../../../spec/verdicts/impact.ts';
import type { SnapshotIssue } from '../../snapshot/schema.ts';
import { caseAnchor } from '../anchor.ts';
import { command, count, link, list, reproduceCommand, source, thousands, upstream } from '../elements.ts';
import type { FactRow } from '../fact-rows.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import { issueAnchor, paths, type To } from '../paths.ts';
import { tag } from '../words.ts';
import { callByCall } from './calls.ts';
import { factTable } from './fact-table.ts';
import { callOf, checkLink, findings, inWords, tellingChecks } from './found.ts';
import { requestPanes, responsePanes } from './panes.ts';
import { fold } from './pieces.ts';
import { isDiffering, type Step, stepsOf } from './step.ts';
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
