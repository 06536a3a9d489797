import { cellStates } from '../../cells/cell-state.ts';
import { badge, choiceList, link } from '../../html/components/elements.ts';
import type { GridData } from '../../html/grid/data.ts';
import { count, thousands, verdictLabels } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import { appliedIssues, type SentNothing } from '../../implementations/behaviour.ts';
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

/** One implementation: what it is, how it stands on each tool and provider API, and how it behaves where it does not work. */
export function implementationPage(
  view: ImplementationView,
  model: SiteModel,
  data: GridData,
  sentNothing: SentNothing,
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
      ${section('adapters', 'Adapters', adapterTable(adapters, model, links))}
      ${adapters.some((a) => a.choices) && section('choices', 'Judged with', choicesOf(adapters, links))}`,
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

/** Options of the library that the bridges choose: another choice may give another verdict. */
const choicesOf = (adapters: ImplementationView['adapters'], links: SiteLinks): Markup =>
  html`<p>Options that the bridges choose, each as its documentation says. A user who chooses otherwise may see something else.</p>
    <dl>${adapters.map(
      (a) => a.choices && html`<dt>${link(links.adapter(a.id), a.id)}</dt><dd>${choiceList(a.choices)}</dd>`,
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
