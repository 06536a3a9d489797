import type { CaseResult } from '../../../spec/results/schema.ts';
import { cellStates } from '../../cells/cell-state.ts';
import { isStale } from '../../freshness/stale.ts';
import { claimTable } from '../../html/components/claims.ts';
import { driftNotes } from '../../html/components/drift.ts';
import { fold, link } from '../../html/components/small.ts';
import { wireShape } from '../../html/components/wire-shape.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { CellView } from '../../html/view.ts';
import { count, gradeWords, thousands } from '../../html/words.ts';
import { appliedExceptions, exceptionTable } from '../components/exceptions.ts';
import { replayLine } from '../components/replay.ts';
import { scenarioMatrices } from '../components/scenario-matrix.ts';
import { caseLine, cellLine, headOf, tallyOf } from '../data/lines.ts';
import { pageHead, type Stat, section } from '../head.ts';
import type { SiteModel } from '../model.ts';
import type { Page, PagePlan } from '../page.ts';
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
  const applied = appliedExceptions(cases, model);
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
      ${cell && section('claimed', 'What is claimed', html`${claimTable(cell, name)}${wireShape(cell, provider, 3)}${cell.drift && driftNotes(cell.drift, model.view.drift, 3)}`)}
      ${cases.length > 0 ? section('seen', 'What this run has seen', seen(cases, name, links)) : section('seen', 'What this run has seen', html`<p>No case of this run has tried it.</p>`)}
      ${applied.length > 0 && section('exceptions', 'Exceptions that apply', exceptionTable(applied, name))}
      ${cases.length > 0 && section('replay', 'Replay it', replayLine(replayOf(cases)))}`,
    data: {
      ...headOf(model),
      page: 'cell',
      cell: cellLine(view, links),
      ...(cell ? { claimed: cell } : {}),
      cases: cases.map((c) => caseLine(c, links)),
      exceptions: applied.flatMap(({ listed }) => listed ?? []),
      ...(cases.length > 0 ? { replay: replayOf(cases) } : {}),
    },
  };
}

function stats({ cases, grade, cell, others }: CellView): readonly (Stat | undefined)[] {
  const { passed, excepted, failed } = tallyOf(cases);
  const adapters = new Set(cases.map((c) => c.adapter)).size;
  const [checks, compared] = [new Set<string>(), { times: 0 }];
  for (const k of cases.flatMap((c) => c.checks)) {
    if (k.compared > 0) checks.add(k.check);
    compared.times += k.compared;
  }
  return [
    cell && { name: 'Lifecycle', value: cell.lifecycle === 'ga' ? 'generally available' : cell.lifecycle },
    cases.length === 0
      ? undefined
      : {
          name: 'Cases that pass',
          value: `${thousands(passed)} of ${thousands(cases.length)}`,
          note: [
            excepted > 0 ? `${count(excepted, 'exception')} listed` : [],
            failed > 0 ? `${failed} failed` : [],
            others
              ? `all adapters; the state above is ${others.adapters > 0 ? 'that of the reference adapter' : 'of all'}`
              : [],
          ]
            .flat()
            .join('; '),
        },
    cases.length === 0
      ? undefined
      : {
          name: 'Evidence',
          value: grade ? gradeWords[grade].word : 'none needed',
          note: cases.some(isStale) ? 'stale' : undefined,
        },
    cases.length === 0 ? undefined : { name: 'Adapters', value: adapters },
    cases.length === 0
      ? undefined
      : { name: 'Comparisons', value: thousands(compared.times), note: `by ${count(checks.size, 'check')}` },
  ];
}

function seen(cases: readonly CaseResult[], name: string, links: SiteLinks): Markup {
  return html`${scenarioMatrices(cases, name, links)}${checksThatAsserted(cases, name, links)}`;
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
    html`<table class="checks">
      <caption class="unseen">Checks: ${name}</caption>
      <thead><tr><th scope="col">Check</th><th scope="col" class="number">Cases that pass</th><th scope="col" class="number">Cases with findings</th><th scope="col" class="number">Compared</th></tr></thead>
      <tbody>${rows.map((r) => html`<tr><th scope="row">${link(links.check(r.check), html`<code>${r.check}</code>`)}</th><td class="number">${thousands(r.passed)}</td><td class="number">${r.found > 0 ? html`<strong>${thousands(r.found)}</strong>` : '0'}</td><td class="number">${thousands(r.compared)}</td></tr>`)}</tbody>
    </table>`,
  );
}

function replayOf(cases: readonly CaseResult[]): string {
  const adapters = [...new Set(cases.map((c) => c.adapter))].sort();
  return `npm run atc -- run ${adapters.map((a) => `--adapter ${a} `).join('')}--tool ${cases[0]?.tool}`;
}
