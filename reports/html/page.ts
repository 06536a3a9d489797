import type { KillMatrix } from '../../spec/kill-matrix/schema.ts';
import type { CaseResult, Evidence, Results } from '../../spec/results/schema.ts';
import { notRunLine } from '../summary/summary.ts';
import { checkAnchor } from './anchor.ts';
import { cellDetails } from './components/cell.ts';
import type { RunBefore } from './components/changes.ts';
import { fold, libraryOptionList, prose, sourceLink, sourceList } from './components/elements.ts';
import { errataList } from './components/errata.ts';
import { failingCases } from './components/failing.ts';
import { resilience } from './components/fault-table.ts';
import { worth } from './components/kill-matrix.ts';
import { overview } from './components/overview.ts';
import { problemList } from './components/problems.ts';
import { documentOf } from './document.ts';
import { detailedCases } from './evidence-budget.ts';
import { connectionsTried, count, thousands } from './labels.ts';
import { withinPage } from './links.ts';
import { html, type Markup } from './markup.ts';
import { failing } from './run-numbers.ts';
import { type ColumnView, type ReportView, viewOf } from './view.ts';

/** What a page is made from besides the run, where it is there. */
export interface PageExtras {
  /** What the checks are worth; without it the page says that it does not know. */
  readonly killMatrix?: KillMatrix | undefined;
  /** The run before, and what has changed since. */
  readonly before?: RunBefore | undefined;
  /** The code of the switches; without it the page is that of a browser that runs none. */
  readonly code?: string | undefined;
}

/**
 * The report as one self-contained HTML page. Pure: the same results give the same bytes.
 *
 * @param evidence what was seen of cases that did not pass, by hash; those whose evidence is not given are told in short, with its file
 */
export function page(results: Results, evidence: ReadonlyMap<string, Evidence>, extras: PageExtras = {}): string {
  const detailed = detailedCases(results.cases, evidence);
  const links = { ...withinPage, case: (id: string) => (detailed.has(id) ? withinPage.case(id) : undefined) };
  const view = viewOf(results, evidence, links);
  const first = overview(view, jump(view), extras.before);
  const body = html`<body>
    <a class="skip" href="#main">Skip to the results</a>
    ${first.head}
    <main id="main">
      ${first.body}
      ${problemList(results.problems)}
      ${failingCases(view)}
      ${cells(view)}
      ${resilience(results)}
      ${checkCatalogue(results)}
      ${worth(extras.killMatrix, results)}
    </main>
    ${about(results)}
  </body>`;
  const script = extras.code === undefined ? undefined : { code: extras.code, data: first.data };
  return documentOf({ title: `Agent Tools Conformance: report as of ${results.run.asOf}`, body, script });
}

/** The places of the one page that holds everything. */
const jump = ({ results: { cases, problems } }: ReportView): Markup =>
  html`<nav aria-label="On this page"><ul class="jump">
    ${problems.length > 0 && html`<li><a href="#problems">Problems of the run</a></li>`}
    ${failing(cases).length > 0 && html`<li><a href="#failing">Failing cases</a></li>`}
    <li><a href="#cells">Cells in detail</a></li>
    ${cases.some(({ kind }) => kind === 'fault') && html`<li><a href="#resilience">Resilience</a></li>`}
    <li><a href="#checks">Checks</a></li>
    <li><a href="#worth">Worth of the checks</a></li>
    <li><a href="#about">About this run</a></li>
  </ul></nav>`;

/** The end of the page: what was counted, what the words promise, and where the data lies. */
function about({ run, counts, version, checks, problems, cases }: Results): Markup {
  const rejections = cases.filter((c) => c.kind === 'rejection').length;
  return html`<footer class="about">
    <h2 id="about">About this run</h2>
    <p>${count(counts.generated, 'case')} generated, ${thousands(counts.executed)} executed, ${thousands(counts.asserted)} asserted, with ${count(counts.compared, 'comparison')} by ${count(checks.length, 'check')}; ${count(problems.length, 'problem')}; ${connectionsTried(counts)}${run.notRun && `; ${notRunLine(run.notRun)}`}. As of ${run.asOf}.</p>
    <p>A <em>claim</em> is what someone says of a tool on a provider API: a decision record, a vendor’s page, the types of an SDK, each with its source and date. <em>Evidence</em> is what a run saw: HTTP is replayed to an adapter, and what the adapter returned is held against what the wire said, fact by fact. A cell that no case has tried stays a claim, whoever made it.</p>
    <p><em>Documented</em> means: written from public documents, not recorded from the provider. Such a recording shows that an adapter reads and writes what the documents describe. It cannot show that the provider keeps to them. <em>Live</em> means: recorded from the provider, then replayed. ${rejections > 0 && `${count(rejections, 'rejection')} ${rejections === 1 ? 'needs' : 'need'} no recording: a rejection is proved by what was not sent.`}</p>
    <p>This page is made from <code>results.json</code> and <code>evidence/</code> beside it, results version ${version}, and from nothing else. It asks no server for anything. Its one script works the switches above the grid, and without it all they show is there as tables.</p>
    <div class="scroll" role="region" aria-labelledby="packages-caption" tabindex="0"><table class="packages">
      <caption id="packages-caption">Adapters of this run</caption>
      <thead><tr><th scope="col">Implementation</th><th scope="col">Provider APIs</th><th scope="col">Packages</th><th scope="col">Judged with</th></tr></thead>
      <tbody>${alike(run.adapters).map(
        (own) => html`<tr>
          <th scope="row">${own[0]?.implementation}</th>
          <td>${own.map((a) => html`<code>${a.providerApi}</code> `)}</td>
          <td>${own[0]?.packages.map((p) => html`<code>${p.name} ${p.version}</code> `)}</td>
          <td>${libraryOptionList(own[0]?.libraryOptions)}</td>
        </tr>`,
      )}</tbody>
    </table></div>
  </footer>`;
}

/** Adapters of one implementation that wrap the same packages with the same options, together. */
const alike = (adapters: Results['run']['adapters']): Results['run']['adapters'][] => [
  ...Map.groupBy(adapters, (a) => JSON.stringify([a.implementation, a.packages, a.libraryOptions])).values(),
];

/** Every check: what it demands, why, who says so, and what came of it in this run. */
function checkCatalogue({ checks, cases }: Results): Markup {
  const times = timesOf(cases);
  return html`<section aria-labelledby="checks">
    <h2 id="checks">Checks</h2>
    <p>Every case is held against every check. A check that had nothing to compare is not applicable; that is no pass.</p>
    <div class="catalogue">${checks.map((check) => {
      const of = (status: Status) => times.get(check.id)?.get(status) ?? 0;
      return html`<article id=${checkAnchor(check.id)} class="check">
        <h3><code>${check.id}</code> <span class="level">${check.level}</span></h3>
        <p><strong>${prose(check.title)}</strong></p>
        <p>${prose(check.reason)}</p>
        <dl class="tally">
          ${number('passed', of('pass'))}
          ${number('failed', of('fail'))}
          ${number('warned', of('warn'))}
          ${number('not applicable', of('not-applicable'))}
        </dl>
        <p class="note">Sources: ${sourceList(check.sources)}</p>
      </article>`;
    })}</div>
  </section>`;
}

type Status = CaseResult['checks'][number]['status'];

/** How often each check came out in each way: one pass over what may be hundreds of thousands. */
function timesOf(cases: readonly CaseResult[]): ReadonlyMap<string, ReadonlyMap<Status, number>> {
  const times = new Map<string, Map<Status, number>>();
  for (const { checks } of cases) {
    for (const { check, status } of checks) {
      const own = times.get(check) ?? new Map<Status, number>();
      times.set(check, own.set(status, (own.get(status) ?? 0) + 1));
    }
  }
  return times;
}

const number = (name: string, n: number): Markup =>
  html`<div class="tally-item ${n === 0 ? 'zero' : name === 'failed' ? 'toned tone-fail' : ''}"><dt>${name}</dt><dd>${thousands(n)}</dd></div>`;

/** All cells, column by column: first the columns that this run has tried, then, folded, those that are claims alone. */
function cells(view: ReportView): Markup {
  const tried = view.columns.filter((c) => c.adapters.length > 0);
  const others = view.columns.filter((c) => c.adapters.length === 0);
  return html`<section aria-labelledby="cells">
    <h2 id="cells">Cells in detail</h2>
    ${tried.map((column) => triedColumn(column, view))}
    <div class="folded-providers">${others.map((column) => claimedColumn(column, view))}</div>
  </section>`;
}

function triedColumn(column: ColumnView, view: ReportView): Markup {
  const { provider, adapters } = column;
  return html`<section class="provider" aria-labelledby="provider-${provider.id}">
    <h3 id="provider-${provider.id}">${provider.title}</h3>
    ${description(column, view)}
    <p>Tried through ${adapters.map((a, i) => html`${i === 0 ? '' : ', '}<code>${a.id}</code>`)}.</p>
    ${cellList(column, view)}
  </section>`;
}

function claimedColumn(column: ColumnView, view: ReportView): Markup {
  const { provider, cells: own } = column;
  return html`<details class="folded-provider">
    <summary><h3 class="provider-title">${provider.title}</h3> <span class="note">${count(own.length, 'cell')}, all of it claims: no adapter for this API took part in this run</span></summary>
    <div id="provider-${provider.id}" class="inside">
      ${description(column, view)}
      ${cellList(column, view)}
    </div>
  </details>`;
}

function description(
  { provider: { description: text, lifecycle, sdk, errata } }: ColumnView,
  view: ReportView,
): Markup {
  const since = lifecycle.since === undefined ? '' : ` since ${lifecycle.since}`;
  const until = lifecycle.until === undefined ? '' : ` until ${lifecycle.until}`;
  return html`
    <p>${prose(text)}</p>
    <p class="note">${lifecycle.status === 'ga' ? 'Generally available' : capital(lifecycle.status)}${since}${until}, according to ${sourceLink(lifecycle.source)}. ${prose(lifecycle.notes ?? '')} SDK that was read: <code>${sdk.package}@${sdk.version}</code>.</p>
    ${errata && fold('Errata of the ADR', count(errata.length, 'entry', 'entries'), errataList(errata, view.errata))}`;
}

const cellList = ({ cells: own }: ColumnView, view: ReportView): Markup =>
  html`<div class="column-cells">${own.map((cell) => cell && cellDetails(cell, view))}</div>`;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
