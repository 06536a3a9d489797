import type { ComparedIssue, Comparison, Direction, EvidenceChange, IssueChanges } from '../../compare/compare.ts';
import type { History, Since } from '../../history/history.ts';
import { changedCases, changedCells } from '../../html/components/changes.ts';
import { link } from '../../html/components/elements.ts';
import { count, thousands } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import { region } from '../components/scroll-region.ts';
import { headOf } from '../data/rows.ts';
import type { SiteModel } from '../model.ts';
import type { Page, PagePlan } from '../page.ts';
import { pageHead, section } from '../page-header.ts';
import { type SiteLinks, stems } from '../paths.ts';
import { howToKeep } from './history.ts';

/** What has changed since earlier runs: a page for each of the latest, and one that leads to them. */
export const comparePages = (model: SiteModel, { since }: History): PagePlan[] => [
  { stem: stems.compare, make: (links) => listPage(model, since, links) },
  ...since.map(
    (one): PagePlan => ({
      stem: stems.comparison(one.before.id, one.after.id),
      make: (links) => comparisonPage(model, one, links),
    }),
  ),
];

function listPage(model: SiteModel, since: readonly Since[], links: SiteLinks): Page {
  return {
    title: 'Compare',
    main: html`
      ${pageHead({ kicker: 'Run against run', title: 'What has changed', lede: 'The run that this site shows, against each of the latest that were kept.' })}
      ${since.length === 0 ? html`<p class="notice">${howToKeep}</p>` : list(since, links)}`,
    data: { ...headOf(model), page: 'compare', comparisons: since.map((one) => lineOf(one, links)) },
  };
}

function list(since: readonly Since[], links: SiteLinks): Markup {
  return region(
    'Comparisons',
    html`<table class="run-table">
    <caption class="unseen">Comparisons, with the latest run first</caption>
    <thead><tr><th scope="col">Since</th><th scope="col" class="number">Cells otherwise</th><th scope="col" class="number">Cases worse</th><th scope="col" class="number">Cases better</th><th scope="col" class="number">Cases otherwise, new or gone</th><th scope="col" class="number">On other evidence</th></tr></thead>
    <tbody>${since.map(({ before, after, comparison }) => {
      const { worse, better, other } = directions(comparison);
      return html`<tr>
        <th scope="row">${link(links.to(`${stems.comparison(before.id, after.id)}.html`), `the run of ${before.id}`)}</th>
        ${[comparison.cells.length, worse, better, other, comparison.evidence.length].map((n) => html`<td class="number">${thousands(n)}</td>`)}
      </tr>`;
    })}</tbody>
  </table>`,
  );
}

function comparisonPage(model: SiteModel, since: Since, links: SiteLinks): Page {
  const { before, after, comparison } = since;
  const { cells, cases, evidence, knownIssues, extent } = comparison;
  const { worse, better, other } = directions(comparison);
  const left = extent.onlyBefore + extent.onlyAfter;
  return {
    title: `Since the run of ${before.id}`,
    section: 'compare',
    crumbs: [{ title: 'Compare', address: links.to(`${stems.compare}.html`) }],
    main: html`
      ${pageHead({
        kicker: 'Run against run',
        title: `Since the run of ${before.id}`,
        lede: `What is otherwise in the run of ${after.asOf}.`,
        stats: [
          { name: 'Cells otherwise', value: thousands(cells.length) },
          { name: 'Cases worse', value: thousands(worse) },
          { name: 'Cases better', value: thousands(better) },
          { name: 'Otherwise, new or gone', value: thousands(other) },
          {
            name: 'Compared',
            value: thousands(extent.compared),
            note: left > 0 && `${thousands(left)} that only one of both could have left aside`,
          },
        ],
      })}
      ${section('cells', 'Cells', cells.length === 0 ? none : region('Cells', changedCells(cells, links)))}
      ${section('cases', 'Cases', cases.length === 0 ? none : region('Cases', changedCases(cases, links)))}
      ${section('evidence', 'Evidence', evidence.length === 0 ? none : evidenceList(evidence, links))}
      ${section('known-issues', 'Known issues', issueChanges(knownIssues))}`,
    data: {
      ...headOf(model),
      page: 'compare',
      comparisons: [lineOf(since, links)],
      cells: cells.map((c) => ({ ...c })),
      cases: cases.map(({ id, direction, before: was, after: is }) => ({
        id,
        direction,
        ...(was ? { before: was.verdict } : {}),
        ...(is ? { after: is.verdict } : {}),
      })),
      evidence: evidence.map(({ id, before: was, after: is }) => ({ id, before: was.evidence, after: is.evidence })),
      ...(knownIssues ? { knownIssues: issueIds(knownIssues) } : {}),
    },
  };
}

const none: Markup = html`<p>Nothing is otherwise.</p>`;

const lineOf = ({ before, after, comparison }: Since, links: SiteLinks) => {
  const address = links.to(`${stems.comparison(before.id, after.id)}.json`);
  return {
    before: before.id,
    after: after.id,
    cells: comparison.cells.length,
    ...directions(comparison),
    ...(address === undefined ? {} : { address }),
  };
};

function directions({ cases }: Comparison) {
  const times = (...wanted: Direction[]) => cases.filter(({ direction }) => wanted.includes(direction)).length;
  return { worse: times('worse'), better: times('better'), other: times('sideways', 'added', 'gone') };
}

/** More than that are counted, not listed: the page's data has all. */
const most = 200;

const evidenceList = (evidence: readonly EvidenceChange[], links: SiteLinks): Markup =>
  html`<ul class="findings">${evidence.slice(0, most).map(({ id, before, after }) => html`<li>${link(links.case(id), html`<code>${id}</code>`)}: ${before.evidence} → ${after.evidence}</li>`)}</ul>${evidence.length > most && html`<p class="note">… and ${count(evidence.length - most, 'case')} more, in the JSON of this page.</p>`}`;

function issueChanges(changes: IssueChanges | undefined): Markup {
  if (!changes) return html`<p>One of the runs does not say what was known.</p>`;
  const { added, removed, changed } = changes;
  if (added.length + removed.length + changed.length === 0) return none;
  const item = (word: string, issue: ComparedIssue, rest = '') =>
    html`<li><strong>${word}</strong> <code>${nameOf(issue)}</code>${rest} <span class="note">${issue.title}</span></li>`;
  return html`<ul class="findings">
    ${added.map((e) => item('+ added', e))}
    ${removed.map((e) => item('− removed', e))}
    ${changed.map((c) => item('≠ changed', c.after, ` (${c.members.join(', ')})`))}
  </ul>`;
}

const nameOf = ({ adapter, id }: ComparedIssue): string => `${adapter}/${id}`;

const issueIds = ({ added, removed, changed }: IssueChanges) => ({
  added: added.map(nameOf),
  removed: removed.map(nameOf),
  changed: changed.map(({ after }) => nameOf(after)),
});
