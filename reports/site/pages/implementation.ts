import { cellStates } from '../../cells/cell-state.ts';
import { badge, libraryOptionList, link } from '../../html/components/elements.ts';
import type { GridData } from '../../html/grid/data.ts';
import { count, thousands, verdictLabels } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import { appliedIssues, type SentNothing } from '../../implementations/behaviour.ts';
import type { Newest } from '../../newest/newest.ts';
import { movedCells } from '../../newest/text.ts';
import { adapterTable, share } from '../components/adapter-table.ts';
import { behaviourLegend, behaviourList } from '../components/behaviours.ts';
import { caseList } from '../components/case-list.ts';
import { implementationGrid } from '../components/implementation-grid.ts';
import { issueList } from '../components/known-issues.ts';
import { region } from '../components/scroll-region.ts';
import { implementationCellLine, implementationLine } from '../data/implementation-rows.ts';
import { adapterLine, headOf, tallyOf } from '../data/rows.ts';
import type { ImplementationCell, ImplementationView } from '../implementation-view.ts';
import type { SiteModel } from '../model.ts';
import type { Page } from '../page.ts';
import { pageHead, section } from '../page-header.ts';
import type { SiteLinks } from '../paths.ts';

/** What the page is made from besides the implementation. */
interface ImplementationParts {
  readonly model: SiteModel;
  readonly data: GridData;
  readonly sentNothing: SentNothing;
  /** What came of the newest releases, where they were run. */
  readonly newest: Newest | undefined;
}

/** One implementation: what it is, how it stands on each tool and provider API, and how it behaves where it does not work. */
export function implementationPage(
  view: ImplementationView,
  { model, data, sentNothing, newest }: ImplementationParts,
  links: SiteLinks,
): Page {
  const { id, adapters, packages, cells, cases } = view;
  const issues = appliedIssues(cases, model.issuesOf, sentNothing);
  const failing = cases.filter((c) => !verdictLabels[c.verdict].acceptable);
  const wanting = cells.filter((cell) => cell.behaviours.length > 0);
  return {
    title: id,
    section: 'implementations',
    crumbs: [{ title: 'Implementations', address: links.implementations }],
    main: html`
      ${pageHead({
        kicker: 'Implementation',
        title: id,
        lede:
          packages.length === 0
            ? 'It names no packages.'
            : html`Built on ${packages.map((p, i) => html`${i > 0 && ', '}<code>${p.name} ${p.version}</code>`)}.`,
        stats: stats(view, issues.length, failing.length),
      })}
      ${
        failing.length > 0 &&
        section(
          'failing',
          'Failing cases',
          caseList(
            failing.map((c) => ({ case: c, says: c.reason })),
            'Failing cases',
            links,
          ),
        )
      }
      ${section('tools', 'Tools by provider API', implementationGrid(view, data, links))}
      ${section('behaviour', 'How it behaves where it does not work', wanting.length === 0 ? html`<p>Every case passes.</p>` : html`${behaviourTable(wanting, links)}${behaviourLegend(view.behaviours.map((b) => b.behaviour))}`)}
      ${issues.length > 0 && section('known-issues', 'Known issues', html`<p>The worst first, then those with most cases. The command prints a program with the library and the recorded answers alone.</p>${issueList(issues, links)}`)}
      ${newest && newestSection(view, newest, model.results, links)}
      ${section('adapters', 'Adapters', adapterTable(adapters, model, links))}
      ${adapters.some((a) => a.libraryOptions) && section('library-options', 'Judged with', libraryOptionsOf(adapters, links))}`,
    data: {
      ...headOf(model),
      page: 'implementation',
      implementation: implementationLine(view, links),
      adapters: adapters.map((a) => adapterLine(a, model, links)),
      cells: cells.map((cell) => implementationCellLine(cell, links)),
      knownIssues: issues.map(({ issue }) => issue),
    },
  };
}

/** What the newest releases change; nothing where the run of them had none of these adapters. */
function newestSection(
  { adapters }: ImplementationView,
  newest: Newest,
  results: SiteModel['results'],
  links: SiteLinks,
): Markup {
  const own = newest.adapters.filter(({ id }) => adapters.some((a) => a.id === id));
  if (own.length === 0) return null;
  const moved = movedCells({ ...newest, adapters: own }, results);
  const packages = new Map(own.flatMap((a) => a.packages.map((p) => [p.name, p.version])));
  return section(
    'newest',
    'On the newest releases',
    html`<p>Run on ${newest.asOf} with ${[...packages].map(([name, version], i) => html`${i > 0 && ', '}<code>${name} ${version}</code>`)}.</p>
      ${
        moved.length === 0
          ? html`<p>Every cell has the same word as with the pinned versions.</p>`
          : html`<ul>${moved.map((cell) => html`<li>${link(links.adapter(cell.adapter), cell.adapter)}, ${cell.tool}: ${badge(cellStates[cell.newest])} <span class="note">pinned: ${cellStates[cell.pinned].word}</span></li>`)}</ul>`
      }
      <ul>${own.flatMap(({ id, fixed, failing }) => [
        fixed.length > 0 &&
          html`<li><code>${id}</code>: ${count(fixed.length, 'known issue')} fixed: ${fixed.map((issue, i) => html`${i > 0 && ', '}<code>${issue}</code>`)}</li>`,
        failing.length > 0 && html`<li><code>${id}</code>: ${count(failing.length, 'case')} fail anew</li>`,
      ])}</ul>`,
  );
}

/** Options of the library that the bridges choose: another choice may give another verdict. */
const libraryOptionsOf = (adapters: ImplementationView['adapters'], links: SiteLinks): Markup =>
  html`<p>Options that the bridges choose, each as its documentation says. A user who chooses otherwise may see something else.</p>
    <dl>${adapters.map(
      (a) =>
        a.libraryOptions &&
        html`<dt>${link(links.adapter(a.id), a.id)}</dt><dd>${libraryOptionList(a.libraryOptions)}</dd>`,
    )}</dl>`;

function stats({ cells, cases, judged }: ImplementationView, issues: number, failing: number) {
  const { passed, excepted } = tallyOf(cases);
  const whole = cells.filter((cell) => cell.cases.every((c) => c.verdict === 'pass')).length;
  return [
    { name: 'Cells without a finding', value: `${whole} of ${cells.length}`, note: 'every case passes' },
    {
      name: 'Cases that pass',
      value: share(passed, cases.length),
      note: `${thousands(passed)} of ${thousands(cases.length)}`,
    },
    {
      name: 'Failing',
      value: thousands(failing),
      note: failing === 0 ? 'nothing that is not listed' : 'makes the run red',
    },
    { name: 'Known issues', value: thousands(issues), note: `for ${count(excepted, 'case')}` },
    {
      name: 'Checks that held',
      value: thousands(judged.pass),
      note: `${thousands(judged.fail)} failed, ${thousands(judged.warn)} warned, ${thousands(judged['not-applicable'])} had nothing to compare`,
    },
  ];
}

/** The cells in which something does not pass, each with all that is to be said of it in short. */
function behaviourTable(cells: readonly ImplementationCell[], links: SiteLinks): Markup {
  return region(
    'How it behaves',
    html`<table class="behaviour-table">
    <caption class="unseen">How it behaves where it does not work</caption>
    <thead><tr><th scope="col">Tool</th><th scope="col">In this run</th><th scope="col">How it behaves</th><th scope="col">How far it can be used</th><th scope="col" class="number">Checks held</th><th scope="col" class="number">Failed</th><th scope="col" class="number">Warned</th><th scope="col" class="number">Nothing to compare</th></tr></thead>
    <tbody>${cells.map(
      ({ tool, provider, anchor, state, says, behaviours, failing, judged }) => html`<tr id=${anchor}>
      <th scope="row">${link(links.cell(tool.id, provider.id), tool.title)} <span class="note">${provider.title}</span></th>
      <td>${badge(cellStates[state])}${failing.length > 0 && html` <span class="note">${count(failing.length, 'check')}</span>`}</td>
      <td>${behaviourList(behaviours)}</td>
      <td>${says}</td>
      ${[judged.pass, judged.fail, judged.warn, judged['not-applicable']].map((n) => html`<td class="number">${thousands(n)}</td>`)}
    </tr>`,
    )}</tbody>
  </table>`,
  );
}
