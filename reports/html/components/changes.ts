import { cellStates } from '../../cells/cell-state.ts';
import type { CaseChange, CellChange, Comparison, Direction } from '../../compare/compare.ts';
import { count, thousands, verdictLabels } from '../labels.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { badge, fold, link } from './elements.ts';

/** The run before, and how this one differs from it. */
export interface RunBefore {
  /** The day of that run. */
  readonly asOf: string;
  readonly comparison: Comparison;
}

/** What has changed since the run before: in a line, then folded, cell by cell and case by case. */
export function changes({ asOf, comparison }: RunBefore, links: Links): Markup {
  const { cells, cases, evidence, extent } = comparison;
  const total = cells.length + cases.length + evidence.length;
  const left = extent.onlyBefore + extent.onlyAfter;
  return html`<section class="changes" aria-labelledby="changes">
    <h2 id="changes">Since the run of <span class="day">${asOf}</span></h2>
    <div>
      <p>${total === 0 ? html`<strong>Nothing has changed</strong>` : headline(comparison)} <span class="note">${count(extent.compared, 'case')} of both compared${left > 0 && `, ${thousands(left)} that only one of them could have left aside`}</span></p>
      ${
        total > 0 &&
        fold(
          'What has changed',
          '',
          html`<div class="changes-list">
            ${cells.length > 0 && changedCells(cells, links)}
            ${cases.length > 0 && changedCases(cases, links)}
            ${evidence.length > 0 && html`<p>${count(evidence.length, 'case')} on other evidence: ${evidence.slice(0, most).map((c, i) => html`${i > 0 && ', '}${link(links.case(c.id), html`<code>${c.id}</code>`)} ${c.before.evidence} → ${c.after.evidence}`)}${evidence.length > most && html`, and ${thousands(evidence.length - most)} more`}.</p>`}
          </div>`,
        )
      }
    </div>
  </section>`;
}

/** More cases than that are counted, not listed: who has so many reads them by cell. */
const most = 200;

function headline({ cells, cases, evidence }: Comparison): Markup {
  const said = [
    cells.length > 0 ? `${count(cells.length, 'cell')} otherwise` : [],
    ...directions.map(({ direction, word, tone, glyph }) => {
      const n = cases.filter((c) => c.direction === direction).length;
      return n === 0
        ? []
        : html`<span class="toned tone-${tone}"><span aria-hidden="true">${glyph}</span> ${count(n, 'case')} ${word}</span>`;
    }),
    evidence.length > 0 ? `${count(evidence.length, 'case')} on other evidence` : [],
  ].flat();
  return html`<strong>${said.map((part, i) => html`${i > 0 && ', '}${part}`)}</strong>`;
}

const directions: readonly { direction: Direction; word: string; tone: string; glyph: string }[] = [
  { direction: 'worse', word: 'worse', tone: 'fail', glyph: '↓' },
  { direction: 'better', word: 'better', tone: 'pass', glyph: '↑' },
  { direction: 'sideways', word: 'otherwise', tone: 'part', glyph: '→' },
  { direction: 'added', word: 'new', tone: 'open', glyph: '+' },
  { direction: 'gone', word: 'gone', tone: 'open', glyph: '−' },
];

/** Cells that stand otherwise: how they stood, how they stand. */
export function changedCells(cells: readonly CellChange[], links: Links): Markup {
  return html`<table>
    <caption>Cells that stand otherwise, ${thousands(cells.length)}</caption>
    <thead><tr><th scope="col">Cell</th><th scope="col">Through</th><th scope="col">Was</th><th scope="col">Is</th></tr></thead>
    <tbody>${cells.map(
      ({ tool, providerApi, implementation, before, after }) => html`<tr>
        <th scope="row">${link(after && links.cell(tool, providerApi), html`<code>${tool}</code> on <code>${providerApi}</code>`)}</th>
        <td>${implementation}</td>
        <td>${before ? badge(cellStates[before]) : 'not there'}</td>
        <td>${after ? badge(cellStates[after]) : 'not there'}</td>
      </tr>`,
    )}</tbody>
  </table>`;
}

/** Cases that came out otherwise, the worse ones first. */
export function changedCases(cases: readonly CaseChange[], links: Links): Markup {
  const sorted = directions.flatMap(({ direction }) => cases.filter((c) => c.direction === direction));
  return html`<table>
    <caption>Cases that came out otherwise, ${thousands(cases.length)}${cases.length > most && `, of which the first ${most} are shown`}</caption>
    <thead><tr><th scope="col">Case</th><th scope="col">Was</th><th scope="col">Is</th></tr></thead>
    <tbody>${sorted.slice(0, most).map(
      ({ id, before, after, first }) => html`<tr>
        <th scope="row">${link(after && links.case(id), html`<code>${id}</code>`)}${first && html`<span class="note"><code>${first.check}</code>: ${first.finding.message}</span>`}</th>
        <td>${before ? badge(verdictLabels[before.verdict]) : 'new'}</td>
        <td>${after ? badge(verdictLabels[after.verdict]) : 'gone'}</td>
      </tr>`,
    )}</tbody>
  </table>`;
}
