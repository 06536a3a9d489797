import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import { libraryOptionList, link } from '../../html/components/elements.ts';
import { resilience } from '../../html/components/fault-table.ts';
import { thousands, verdictLabels } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import { appliedIssues } from '../../implementations/behaviour.ts';
import { adapterCells, adapterCellTable } from '../components/adapter-cells.ts';
import { adapterTable, fewestIssuesFirst, share } from '../components/adapter-table.ts';
import { caseList } from '../components/case-list.ts';
import { issueList } from '../components/known-issues.ts';
import { adapterLine, caseLine, cellLine, headOf } from '../data/rows.ts';
import type { SiteModel } from '../model.ts';
import type { Page, PagePlan } from '../page.ts';
import { pageHead, section } from '../page-header.ts';
import { type SiteLinks, stems } from '../paths.ts';

type Adapter = Results['run']['adapters'][number];

/** Who was tested: a page for each adapter, and one with all of them. */
export function adapterPages(model: SiteModel, badge: (adapter: Adapter, links: SiteLinks) => Markup): PagePlan[] {
  const { adapters } = model.results.run;
  return [
    { stem: stems.adapters, make: (links) => listPage(model, links) },
    ...adapters.map(
      (adapter): PagePlan => ({
        stem: stems.adapter(adapter.id),
        make: (links) => adapterPage(adapter, model, links, badge(adapter, links)),
      }),
    ),
  ];
}

function listPage(model: SiteModel, links: SiteLinks): Page {
  const { adapters } = model.results.run;
  return {
    title: 'Adapters',
    main: html`
      ${pageHead({ kicker: 'Who was tested', title: 'Adapters', lede: 'Fewest issues first: what fails, then what known issues cover, then what a check below MUST warns of.' })}
      ${adapterTable(adapters, model, links)}
      ${resilience(model.results)}`,
    data: {
      ...headOf(model),
      page: 'adapters',
      adapters: fewestIssuesFirst(adapters, model).map((a) => adapterLine(a, model, links)),
    },
  };
}

function adapterPage(adapter: Adapter, model: SiteModel, links: SiteLinks, badge: Markup): Page {
  const cases = model.byAdapter.get(adapter.id) ?? [];
  const counts = model.adapterCounts.get(adapter.id);
  const applied = appliedIssues(cases, model.issuesOf, () => false);
  const failing = cases.filter((c) => !verdictLabels[c.verdict].acceptable);
  const warned = cases.filter((c) => c.checks.some((k) => k.status === 'warn'));
  const cells = adapterCells(adapter, model);
  const provider = model.view.columns.find((c) => c.provider.id === adapter.providerApi)?.provider;
  return {
    title: adapter.id,
    section: 'adapters',
    crumbs: [{ title: 'Adapters', address: links.to(`${stems.adapters}.html`) }],
    main: html`
      ${pageHead({
        kicker: 'Adapter',
        title: adapter.id,
        marks: html`Calls ${link(links.provider(adapter.providerApi), provider?.title ?? adapter.providerApi)}; an adapter of the implementation ${link(links.implementation(adapter.implementation), adapter.implementation)}`,
        stats: [
          {
            name: 'Cases that pass',
            value: share(counts?.passed ?? 0, cases.length),
            note: `${thousands(counts?.passed ?? 0)} of ${thousands(cases.length)}`,
          },
          {
            name: 'Failing',
            value: thousands(failing.length),
            note: failing.length === 0 ? 'nothing that is not listed' : 'makes the run red',
          },
          {
            name: 'Known issues',
            value: thousands(applied.length),
            note: `for ${thousands(counts?.excepted ?? 0)} cases`,
          },
          {
            name: 'Warnings',
            value: thousands(warned.length),
            note: 'cases in which a check below MUST found something',
          },
        ],
      })}
      ${failing.length > 0 && section('failing', 'Failing cases', caseList(failing.map(withFirst), 'Failing cases', links))}
      ${section('cells', 'Tools', adapterCellTable(cells, links))}
      ${applied.length > 0 && section('known-issues', 'Known issues', issueList(applied, links))}
      ${warned.length > 0 && section('warnings', 'Warnings', caseList(warned.map(withWarning), 'Warnings', links))}
      ${resilience({ ...model.results, run: { ...model.results.run, adapters: [adapter] }, cases: [...cases] })}
      ${adapter.packages.length > 0 && section('packages', 'Packages', html`<p>What the implementation depends on, in these versions:</p><ul class="packages-list">${adapter.packages.map((p) => html`<li><code>${p.name} ${p.version}</code></li>`)}</ul>`)}
      ${adapter.libraryOptions && section('library-options', 'Judged with', html`<p>Options of the library that its bridge chooses. A user who chooses otherwise may see something else.</p>${libraryOptionList(adapter.libraryOptions)}`)}
      ${badge}`,
    data: {
      ...headOf(model),
      page: 'adapter',
      adapter: adapterLine(adapter, model, links),
      cells: cells.map((cell) => cellLine(cell, links)),
      knownIssues: applied.map(({ issue }) => issue),
      failing: failing.map((c) => caseLine(c, links)),
      warned: warned.map((c) => caseLine(c, links)),
    },
  };
}

const withFirst = (c: CaseResult) => ({ case: c, says: firstOf(c, 'fail') ?? c.reason });
const withWarning = (c: CaseResult) => ({ case: c, says: firstOf(c, 'warn') });

const firstOf = ({ checks }: CaseResult, status: 'fail' | 'warn'): string | undefined =>
  checks.find((k) => k.status === status && k.findings.length > 0)?.findings[0]?.message;
