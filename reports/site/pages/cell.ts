import type { CaseResult } from '../../../spec/results/schema.ts';
import { worded } from '../../cells/case-impact.ts';
import { cellState, cellStates } from '../../cells/cell-state.ts';
import { isStale } from '../../freshness/stale.ts';
import { claimTable } from '../../html/components/claims.ts';
import { badge, fold, link } from '../../html/components/elements.ts';
import { errataNotes } from '../../html/components/errata.ts';
import { wireShape } from '../../html/components/wire-shape.ts';
import { count, gradeWords, thousands } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { CellView } from '../../html/view.ts';
import { appliedIssues } from '../../implementations/behaviour.ts';
import { issueList } from '../components/known-issues.ts';
import { replayLine } from '../components/replay.ts';
import { scenarioMatrices } from '../components/scenario-matrix.ts';
import { region } from '../components/scroll-region.ts';
import { caseLine, cellLine, headOf, tallyOf } from '../data/rows.ts';
import type { SiteModel } from '../model.ts';
import type { Page, PagePlan } from '../page.ts';
import { pageHead, type Stat, section } from '../page-header.ts';
import { type SiteLinks, stems } from '../paths.ts';

/** A tool on a provider API: what is claimed of it, and what this run has seen of it. */
export const cellPages = (model: SiteModel): PagePlan[] =>
  model.cells.map((view) => ({
    stem: stems.cell(view.tool.id, view.provider.id),
    make: (links) => cellPage(view, model, links),
  }));

function cellPage(view: CellView, model: SiteModel, links: SiteLinks): Page {
  const { tool, provider, cell, cases, state } = view;
  const name = `${tool.title} on ${provider.title}`;
  const applied = appliedIssues(cases, model.issuesOf, () => false);
  return {
    title: name,
    section: 'index',
    crumbs: [
      { title: 'Overview', address: links.to(`${stems.index}.html`) },
      { title: provider.title, address: links.provider(provider.id) },
    ],
    main: html`
      ${pageHead({
        kicker: 'Cell',
        title: html`${link(links.tool(tool.id), tool.title)} on ${link(links.provider(provider.id), provider.title)}`,
        state: cellStates[state],
        marks: cellStates[state].meaning,
        lede: tool.description,
        stats: stats(view),
      })}
      ${section('adapters', 'Through which adapter', cases.length > 0 ? adapterStates(view, links) : html`<p>${cellStates[state].meaning}</p>`)}
      ${cell && section('claimed', 'What is claimed', html`${claimTable(cell, name)}${wireShape(cell, provider, 3)}${cell.errata && errataNotes(cell.errata, model.view.errata, 3)}`)}
      ${cases.length > 0 && section('seen', 'Case by case', html`${scenarioMatrices(cases, name, links)}${checksThatAsserted(cases, name, links)}`)}
      ${applied.length > 0 && section('known-issues', 'Known issues', issueList(applied, links))}
      ${cases.length > 0 && section('replay', 'Replay it', replayLine(replayOf(cases)))}`,
    data: {
      ...headOf(model),
      page: 'cell',
      cell: cellLine(view, links),
      ...(cell ? { claimed: cell } : {}),
      cases: cases.map((c) => caseLine(c, links)),
      knownIssues: applied.map(({ issue }) => issue),
      ...(cases.length > 0 ? { replay: replayOf(cases) } : {}),
    },
  };
}

function stats({ cases, leading, grade, cell }: CellView): readonly (Stat | undefined)[] {
  const lifecycle = cell && {
    name: 'Lifecycle',
    value: cell.lifecycle === 'ga' ? 'generally available' : cell.lifecycle,
  };
  if (cases.length === 0) return [lifecycle];
  const { passed } = tallyOf(leading);
  const checked = cases.flatMap((c) => c.checks).filter((k) => k.compared > 0);
  const compared = checked.reduce((sum, k) => sum + k.compared, 0);
  return [
    {
      name: 'Cases that pass',
      value: `${thousands(passed)} of ${thousands(leading.length)}`,
      note: leading.length < cases.length && 'the reference adapter; others below',
    },
    {
      name: 'Evidence',
      value: grade ? gradeWords[grade].word : 'none needed',
      note: cases.some(isStale) && 'stale',
    },
    {
      name: 'Comparisons',
      value: thousands(compared),
      note: `by ${count(new Set(checked.map((k) => k.check)).size, 'check')}`,
    },
    lifecycle,
  ];
}

/** How the cell stands through each adapter. */
function adapterStates({ cell, cases }: CellView, links: SiteLinks): Markup {
  return region(
    'The cell through each adapter',
    html`<table class="cell-table">
    <caption class="unseen">The cell through each adapter</caption>
    <thead><tr><th scope="col">Adapter</th><th scope="col">In this run</th><th scope="col" class="number">Pass</th><th scope="col" class="number">Known issues</th><th scope="col" class="number">Fail</th></tr></thead>
    <tbody>${[...Map.groupBy(cases, (c) => c.adapter)].map(([adapter, own]) => {
      const { passed, excepted, failed } = tallyOf(own);
      return html`<tr>
        <th scope="row">${link(links.adapter(adapter), adapter)}</th>
        <td>${badge(cellStates[cellState(cell?.support ?? 'yes', own.map(worded))])}</td>
        <td class="number">${thousands(passed)} of ${thousands(own.length)}</td>
        <td class="number">${thousands(excepted)}</td>
        <td class="number">${thousands(failed)}</td>
      </tr>`;
    })}</tbody>
  </table>`,
  );
}

/** Which checks had something to say here: of a cell that works, this is what "works" means. */
function checksThatAsserted(cases: readonly CaseResult[], name: string, links: SiteLinks): Markup {
  const rows = [
    ...Map.groupBy(
      cases.flatMap((c) => c.checks),
      (k) => k.check,
    ),
  ]
    .map(([check, own]) => ({
      check,
      compared: own.reduce((sum, k) => sum + k.compared, 0),
      passed: own.filter((k) => k.status === 'pass').length,
      found: own.filter((k) => k.findings.length > 0).length,
    }))
    .filter(({ compared }) => compared > 0)
    .sort((a, b) => b.found - a.found || (a.check < b.check ? -1 : 1));
  return fold(
    'Checks that compared something here',
    count(rows.length, 'check'),
    region(
      'Checks',
      html`<table class="checks">
      <caption class="unseen">Checks: ${name}</caption>
      <thead><tr><th scope="col">Check</th><th scope="col" class="number">Cases that pass</th><th scope="col" class="number">Cases with findings</th><th scope="col" class="number">Compared</th></tr></thead>
      <tbody>${rows.map((r) => html`<tr><th scope="row">${link(links.check(r.check), html`<code>${r.check}</code>`)}</th><td class="number">${thousands(r.passed)}</td><td class="number">${r.found > 0 ? html`<strong>${thousands(r.found)}</strong>` : '0'}</td><td class="number">${thousands(r.compared)}</td></tr>`)}</tbody>
    </table>`,
    ),
  );
}

function replayOf(cases: readonly CaseResult[]): string {
  const adapters = [...new Set(cases.map((c) => c.adapter))].sort();
  return `npm run atc -- run ${adapters.map((adapter) => `${adapter}/${cases[0]?.tool}`).join(' ')}`;
}
