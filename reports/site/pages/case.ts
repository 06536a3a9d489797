import type { CaseResult, Evidence, ListedIssue } from '../../../spec/results/schema.ts';
import { asJson, provenance, seen, unread } from '../../html/components/case.ts';
import { caseChecks } from '../../html/components/case-checks.ts';
import { link } from '../../html/components/elements.ts';
import { count, thousands, verdictLabels } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import { replayLine } from '../components/replay.ts';
import { verdict } from '../components/scenario-matrix.ts';
import { headOf } from '../data/rows.ts';
import type { SiteModel } from '../model.ts';
import type { Page, PagePlan } from '../page.ts';
import { pageHead, type Stat, section } from '../page-header.ts';
import { type SiteLinks, stems } from '../paths.ts';

/** A case: its verdict, what was demanded and found, and everything that went over the wire. */
export function casePages(model: SiteModel, evidenceBytes: (sha256: string) => Uint8Array): PagePlan[] {
  const cellOf = new Map(model.cells.flatMap((cell) => cell.cases.map((c) => [c.id, cell] as const)));
  const evidenceOf = ({ evidenceSha256: sha256 }: CaseResult) =>
    sha256 === undefined ? undefined : (JSON.parse(Buffer.from(evidenceBytes(sha256)).toString()) as Evidence);
  return model.results.cases.map((c) => ({
    stem: stems.case(c.id),
    make: (links) => {
      const cell = cellOf.get(c.id);
      const name = cell ? `${cell.tool.title} on ${cell.provider.title}` : `${c.tool} on ${c.providerApi}`;
      return casePage(c, name, isToldInFull(c) ? evidenceOf(c) : undefined, model, links);
    },
  }));
}

/** Of hundreds of plays that all pass, one says no more than their number does: its page leads to the evidence. */
const isToldInFull = ({ trials, verdict }: CaseResult): boolean => trials === undefined || verdict !== 'pass';

function casePage(
  c: CaseResult,
  cellName: string,
  evidence: Evidence | undefined,
  model: SiteModel,
  links: SiteLinks,
): Page {
  const issues = model.issuesOf(c);
  return {
    title: `${c.title}, ${c.mode}: ${cellName}, ${c.adapter}`,
    section: 'index',
    crumb: `${c.adapter}, ${c.scenario}, ${c.mode}`,
    crumbs: [
      { title: 'Overview', address: links.to(`${stems.index}.html`) },
      { title: cellName, address: links.cell(c.tool, c.providerApi) },
    ],
    main: html`
      ${pageHead({
        kicker: 'Case',
        title: c.title,
        state: verdictLabels[c.verdict],
        marks: html`<span class="mode">${c.mode}</span> <code class="id">${c.id}</code>`,
        lede: c.purpose,
        stats: stats(c, cellName, links),
      })}
      ${c.reason !== undefined && html`<section class="notice tone-${verdictLabels[c.verdict].tone}" aria-labelledby="why"><h2 id="why">Why it is no pass</h2><p>${c.reason}</p>${issues.map(known)}</section>`}
      ${trials(c)}
      ${section('checks', 'What the checks say', caseChecks(c, links))}
      ${section('wire', 'What was seen', html`${isToldInFull(c) ? whichPlay(c) : onePlay(c, links)}${isToldInFull(c) && seen(c, evidence, links, 3)}${unread(c)}`)}
      ${section('recording', 'What it was replayed from', provenance(c, evidence))}
      ${alike(c, model, links)}
      ${section('replay', 'Replay it', replayLine(c.replay))}`,
    data: {
      ...headOf(model),
      page: 'case',
      case: { ...c, checks: c.checks.filter((k) => k.findings.length > 0) },
      passed: Object.fromEntries(c.checks.filter((k) => k.status === 'pass').map((k) => [k.check, k.compared])),
      notApplicable: c.checks.filter((k) => k.status === 'not-applicable').map((k) => k.check),
      knownIssues: [...issues],
      ...(c.evidenceSha256 === undefined ? {} : { evidence: links.evidence(c.evidenceSha256) ?? '' }),
    },
  };
}

function stats(c: CaseResult, cellName: string, links: SiteLinks): readonly Stat[] {
  const compared = c.checks.reduce((sum, k) => sum + k.compared, 0);
  const checks = c.checks.filter((k) => k.compared > 0).length;
  return [
    { name: 'Adapter', value: link(links.adapter(c.adapter), c.adapter) },
    { name: 'Cell', value: link(links.cell(c.tool, c.providerApi), cellName) },
    { name: 'Evidence', value: c.evidence, note: c.cassette?.recordedAt && `recorded on ${c.cassette.recordedAt}` },
    { name: 'Comparisons', value: thousands(compared), note: `by ${count(checks, 'check')}` },
  ];
}

const known = ({ id, place, evidence }: ListedIssue): Markup =>
  html`<p class="note">Known issue <code>${id}</code>, at <code>${place}</code>; evidence: ${evidence.grade}, ${evidence.source}</p>`;

/** What was tried, of a case that plays the conversations of its tool many times. */
function trials({ trials: tried, kind }: CaseResult): Markup {
  if (!tried) return null;
  const what =
    kind === 'client-setup' ? 'clients that are made in other ways' : 'one thing about an answer changed each time';
  const held = tried.tried - tried.failed;
  return section(
    'tried',
    'What was tried',
    html`<p>${count(tried.tried, 'play')}, with ${what}: <strong>${thousands(held)} held</strong>${tried.failed > 0 && html`, <strong class="toned tone-fail">${thousands(tried.failed)} failed</strong>`}.${tried.cuts !== undefined && ` Streams were cut at ${count(tried.cuts, 'place')}, all told.`}</p>`,
  );
}

function whichPlay({ trials: tried, evidenceSha256 }: CaseResult): Markup {
  if (!tried || evidenceSha256 === undefined) return null;
  return html`<p class="note">Of all plays, this is the first that failed; where none did, the first.</p>`;
}

function onePlay(c: CaseResult, links: SiteLinks): Markup {
  if (c.evidenceSha256 === undefined) return html`<p>Nothing could be seen of this case.</p>`;
  return html`<p>All plays held. The first of them, as JSON: ${asJson(c, links)}</p>`;
}

/** The same scenario in the other mode and through other adapters of the provider API. */
function alike(c: CaseResult, model: SiteModel, links: SiteLinks): Markup {
  const others = model.alike(c).filter((other) => other.id !== c.id);
  if (others.length === 0) return null;
  return section(
    'alike',
    'The same scenario',
    html`<ul class="alike">${others.map((other) => html`<li>${verdict(other, links)} <b>${other.mode}</b> ${other.adapter}</li>`)}</ul>`,
  );
}
