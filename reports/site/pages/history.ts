import type { History, RunNumbers } from '../../history/history.ts';
import { link } from '../../html/components/elements.ts';
import { thousands } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import { share } from '../components/adapter-table.ts';
import { region } from '../components/scroll-region.ts';
import { type BarPart, stackedBars } from '../components/stacked-bars.ts';
import { headOf } from '../data/rows.ts';
import type { SiteModel } from '../model.ts';
import type { PagePlan } from '../page.ts';
import { pageHead, section } from '../page-header.ts';
import { type SiteLinks, stems } from '../paths.ts';

/** How runs came out one after the other. */
export const historyPage = (model: SiteModel, history: History): PagePlan => ({
  stem: stems.history,
  make: (links) => ({
    title: 'History',
    main: html`
      ${pageHead({ kicker: 'Run by run', title: 'History', lede: 'What runs came to, and how good their evidence was. The last is the run that this site shows.' })}
      ${history.runs.length === 1 && html`<p class="notice">${howToKeep}</p>`}
      ${section('charts', 'Trend', charts(history.runs))}
      ${section('runs', 'Runs', runTable(history.runs, links))}`,
    data: { ...headOf(model), page: 'history', runs: history.runs.map((run) => ({ ...run })) },
  }),
});

/** What is missing where there is but one run. */
export const howToKeep: Markup = html`No earlier run is kept. <code>npm run atc -- report --archive runs</code> keeps the last one, and <code>npm run atc -- report --site public --history runs</code> shows all that are kept.`;

/** A run that is not kept has only its day. */
const nameOf = ({ id, asOf }: RunNumbers): string => (id.startsWith(asOf) ? id : asOf);

const results: readonly BarPart[] = [
  { word: 'pass', glyph: '✓', tone: 'pass', pattern: 'full' },
  { word: 'covered by a known issue', glyph: '◐', tone: 'part', pattern: 'hatched' },
  { word: 'fail', glyph: '✕', tone: 'fail', pattern: 'dotted' },
];

const evidence: readonly BarPart[] = [
  { word: 'live', glyph: 'L', tone: 'pass', pattern: 'full' },
  { word: 'documented', glyph: 'D', tone: 'none', pattern: 'hatched' },
];

function charts(runs: readonly RunNumbers[]): Markup {
  const named = (parts: (run: RunNumbers) => number[]) => runs.map((run) => ({ name: nameOf(run), parts: parts(run) }));
  return html`<div class="charts">
    ${stackedBars(
      'results',
      'Cases by result',
      results,
      named((r) => [r.passed, r.excepted, r.failed]),
    )}
    ${stackedBars(
      'evidence',
      'Cases by evidence',
      evidence,
      named((r) => [r.live, r.documented]),
    )}
  </div>`;
}

function runTable(runs: readonly RunNumbers[], links: SiteLinks): Markup {
  const last = runs.at(-1)?.id ?? '';
  return html`${region(
    'Runs',
    html`<table class="run-table">
    <caption class="unseen">Runs, the latest first</caption>
    <thead><tr><th scope="col">Run</th><th scope="col" class="number">Cases</th><th scope="col" class="number">Pass</th><th scope="col" class="number">Known issues</th><th scope="col" class="number">Fail</th><th scope="col" class="number">Live</th><th scope="col" class="number">Documented</th><th scope="col" class="number">Cells that pass</th><th scope="col" class="number">Adapters</th></tr></thead>
    <tbody>${runs.toReversed().map(
      (run) => html`<tr>
        <th scope="row">${link(links.to(`${stems.comparison(run.id, last)}.html`), nameOf(run))}${run.id === last && html` <span class="note">shown here</span>`}</th>
        ${[run.cases, share(run.passed, run.cases), run.excepted, run.failed, run.live, run.documented].map((n) => html`<td class="number">${typeof n === 'number' ? thousands(n) : n}</td>`)}
        <td class="number">${thousands(run.cellsPassing)} of ${thousands(run.cellsTried)}</td>
        <td class="number">${thousands(run.adapters)}</td>
      </tr>`,
    )}</tbody>
  </table>`,
  )}
  <p class="note">A cell here is a tool through one adapter; it passes where every case of it does. A run leads to what has changed since.</p>`;
}
