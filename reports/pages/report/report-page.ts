import type { Matrix } from '../../../matrix/model.ts';
import { declaredLine } from '../../../spec/engine/capabilities.ts';
import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import { causesOf } from '../../causes/causes.ts';
import { firstOf } from '../../causes/text.ts';
import type { NamedGap } from '../../snapshot/lookup.ts';
import type { SnapshotProvider, SnapshotTool, SnapshotVerdict } from '../../snapshot/schema.ts';
import { isAcceptable, notRunLine } from '../../summary/summary.ts';
import { cellAnchor } from '../anchor.ts';
import { failingCases } from '../cell/failing-case.ts';
import { command, count, section, thousands } from '../elements.ts';
import { alone } from '../frame.ts';
import { gridPart, indexTitle, lede } from '../index/index-page.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import { share, tag, word } from '../words.ts';

/** The report of a run: the first page of the site, standing alone, with what makes the run red before all else. Pure. */
export function reportPage(model: PagesModel, inlined: { readonly css: string; readonly code: string }): string {
  const { results } = model;
  const nowhere = () => undefined;
  const main = html`
    <h1>${indexTitle}</h1>
    ${lede(model, nowhere)}
    ${runStrip(results)}
    ${problems(results)}
    ${failures(model)}
    ${gridPart(model, nowhere, (tool, api) => `#${cellAnchor(tool, api)}`)}
    ${cellsInWords(model)}`;
  const page = {
    title: `Report of ${results.run.asOf}`,
    description: 'What came of one run: agent tools by provider API and library.',
    section: 'grid' as const,
    main,
  };
  return alone(page, results.run.asOf, inlined);
}

/** What the run comes to. The numbers add up to its cases. */
function runStrip({ run, cases, counts, matrix }: Results): Markup {
  const { passed, excepted, failed } = runNumbers({ cases });
  const chosen = Object.entries(run.selection).filter(([, ids]) => ids.length > 0);
  const tools = (matrix as Matrix).tools.length;
  const declared = run.adapters.flatMap(({ capabilities = {} }) => declaredLine(capabilities, tools) ?? []);
  return html`<p class="strip"><b>Run of ${run.asOf}</b><span>${count(cases.length, 'case')}: ${thousands(passed)} passed, ${thousands(excepted)} failed as known issues say, <b>${thousands(failed)} failed</b></span><span class="mut">${count(counts.compared, 'comparison')}</span>${declared.length > 0 && html`<span>${declared.join(', ')}</span>`}${chosen.length > 0 && html`<span>partial run: ${chosen.map(([what, ids]) => `${what} ${ids.join(', ')}`).join('; ')}</span>`}${run.notRun && html`<span class="word x">${notRunLine(run.notRun)}</span>`}</p>`;
}

/** What fails the run without being a case. */
function problems({ problems: all }: Results): Markup {
  if (all.length === 0) return null;
  return section(
    'problems',
    'Problems of the run',
    'These fail the run whatever its cases say.',
    html`<ul class="gaps">${all.map(({ place, message, hint }) => html`<li><p class="t">${message}</p><p class="meta"><span>at <code>${place}</code></span><span>${hint}</span></p></li>`)}</ul>`,
  );
}

/** The most causes that are told: nobody reads more. */
const mostCauses = 10;

/** The most of what else fails in the cases of one. */
const mostBeside = 4;

/** The most cases that are shown, and about how many characters of markup they may take: the page stays below 1 MB. */
const mostCases = 60;
const detailRoom = 500_000;

/** What makes the run red: its causes, the worst first, then the cases in their order, as many as there is room for. */
function failures(model: PagesModel): Markup {
  const { cases } = model.results;
  const red = failing(cases);
  if (red.length === 0) return null;
  const { causes, rest } = causesOf(red);
  const inOrder = [...causes.flatMap((cause) => cause.cases), ...rest];
  return section(
    'failing',
    'Failing cases',
    `${count(red.length, 'case')} of ${thousands(cases.length)}`,
    html`<ul class="gaps">${causes.slice(0, mostCauses).map(
      ({ group, impact, example, cases: own, beside }) =>
        html`<li><p class="t">${tag(impact)} ${example.message}</p><p class="meta"><span>${count(own.length, 'case')}</span><span><code>${group}</code></span>${
          beside.length > 0 &&
          html`<span>also: ${firstOf(
            beside.map(([name, n]) => `${name} in ${n}`),
            mostBeside,
          )}</span>`
        }</p>${own[0] && command(own[0].replay)}</li>`,
    )}</ul>${failingCases(model, inOrder.slice(0, mostCases), () => undefined, detailRoom)}${red.length > mostCases && html`<p>And ${count(red.length - mostCases, 'case')} more: see <code>results.json</code>.</p>`}`,
  );
}

/** What a run comes to, in numbers that add up to its cases. */
interface RunNumbers {
  readonly passed: number;
  /** Covered by known issues: `known-failure` and `not-expressible`. */
  readonly excepted: number;
  /** Everything else: what makes a run red. */
  readonly failed: number;
}

/** Adds up a run. Pure. */
export function runNumbers({ cases }: { readonly cases: readonly Pick<CaseResult, 'verdict'>[] }): RunNumbers {
  const passed = cases.filter((c) => c.verdict === 'pass').length;
  const failed = failing(cases).length;
  return { passed, failed, excepted: cases.length - passed - failed };
}

/** The cases that make a run red. */
const failing = <T extends Pick<CaseResult, 'verdict'>>(cases: readonly T[]): T[] =>
  cases.filter((c) => !isAcceptable(c));

/** Each cell with what every library does there: the word, what it rests on, and what is wrong. For a page that has no others to lead to. */
function cellsInWords({ lookup }: PagesModel): Markup {
  const { tools, providerApis, libraries } = lookup.snapshot;
  const cells = tools.flatMap((tool) =>
    providerApis.flatMap((api) => {
      const verdicts = libraries.flatMap(({ id }) => lookup.verdict(tool.id, api.id, id) ?? []);
      return verdicts.length === 0 ? [] : { tool, api, verdicts };
    }),
  );
  return section(
    'cells',
    'Cells in words',
    `${count(cells.length, 'cell')} that a library was run on. The site has a page for each: npm run atc -- report --site public`,
    cells.map(({ tool, api, verdicts }) => cell(tool, api, verdicts, lookup)),
  );
}

function cell(
  tool: SnapshotTool,
  api: SnapshotProvider,
  verdicts: readonly SnapshotVerdict[],
  lookup: PagesModel['lookup'],
): Markup {
  return html`<article id=${cellAnchor(tool.id, api.id)} class="inwords"><h3>${tool.title} on ${api.title}</h3><ul>${verdicts.map(
    (verdict) =>
      html`<li><b>${lookup.titles.library(verdict.library)}</b> ${word(verdict.word)} ${numbers(verdict)}${gapList(lookup.gaps(verdict))}</li>`,
  )}</ul></article>`;
}

function numbers({ core, extended, edge, robustness }: SnapshotVerdict): Markup {
  const parts = Object.entries({ core, extended, edge, robustness }).filter(([, { of }]) => of > 0);
  return html`<span class="mut">${parts.map(([name, own]) => `${name} ${share(own)}`).join(' · ')}</span>`;
}

const gapList = (gaps: readonly NamedGap[]): Markup =>
  gaps.length > 0 &&
  html`<ul>${gaps.slice(0, mostGaps).map(({ title, impact }) => html`<li>${tag(impact)} ${title}</li>`)}${gaps.length > mostGaps && html`<li>and ${count(gaps.length - mostGaps, 'more gap')}</li>`}</ul>`;

const mostGaps = 3;
