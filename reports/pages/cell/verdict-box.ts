import type { CellTraffic } from '../../../spec/traffic/traffic.ts';
import { byWord, type CellState, cellStates } from '../../cells/cell-state.ts';
import type { NamedGap } from '../../snapshot/lookup.ts';
import type { Share, SnapshotLibrary, SnapshotVerdict } from '../../snapshot/schema.ts';
import { command, count, link, list, thousands, upstream } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { grade, share, tag, word } from '../words.ts';
import { issueLink } from './failing-case.ts';
import { type CellView, standingOf } from './view.ts';

/** The word, why, what is missing at most, and the numbers. */
export function verdictBox(view: CellView, model: PagesModel, to: To): Markup {
  const { verdict, gaps } = view;
  return html`<div class="verdict">
    <div>
      <p class="big">${word(verdict.word)}</p>
      <p class="mut">${why(view)}</p>
      ${gaps.length > 0 && html`<ul class="gaps">${gaps.slice(0, mostGaps).map((gap, i) => gapItem(gap, i, to))}</ul>`}
      ${gaps.length > mostGaps && html`<p class="more"><a href="#gaps">All ${gaps.length} gaps</a></p>`}
    </div>
    <div>
      ${numbers(view, model, to)}
      ${replayOf(view)}
    </div>
  </div>`;
}

/** How many gaps are named at once: what a person reads. */
const mostGaps = 3;

const gapItem = (gap: NamedGap, i: number, to: To): Markup =>
  html`<li id="gap-${i + 1}"><p class="t">${gapTitle(gap, to)}</p><p class="meta"><span>${count(gap.conversations, 'conversation')}</span>${gap.issue?.seenByUsers !== undefined && html`<span>Users see: ${gap.issue.seenByUsers}</span>`}${gap.issue ? html`<span>Upstream: ${upstream(gap.issue)}</span>` : html`<span>No known issue covers it</span>`}</p></li>`;

const gapTitle = ({ impact, title, issue }: NamedGap, to: To): Markup =>
  html`${tag(impact)} ${issue ? issueLink(issue, to) : title}`;

/** All that keeps a cell from working whole, where the box does not have room for it. */
export function allGaps({ gaps }: CellView, to: To): Markup {
  if (gaps.length <= mostGaps) return null;
  return html`<table class="data stack"><thead><tr><th scope="col">Gap</th><th scope="col">Conversations</th><th scope="col">Upstream</th></tr></thead><tbody>${gaps.map(
    (gap) =>
      html`<tr><th scope="row">${gapTitle(gap, to)}</th><td data-l="Conversations" class="num">${gap.conversations}</td><td data-l="Upstream">${gap.issue ? upstream(gap.issue) : 'no known issue'}</td></tr>`,
  )}</tbody></table>`;
}

/** Why the word is what it is, in one sentence. */
function why(view: CellView): string {
  const { verdict, conversations } = view;
  if (verdict.word === 'not-judged') return notJudged(view);
  if (verdict.core.of === 0) return cellStates[verdict.word].meaning;
  const tiers = (['core', 'extended'] as const).flatMap((tier) => {
    const { passed, of } = verdict[tier];
    if (of === 0) return [];
    const others = Object.entries(effects).flatMap(([impact, [one, several]]) => {
      const own = conversations[tier].filter(({ standing }) => standing === impact);
      const modes = new Set(
        own.flatMap((each) => each.cases.filter((c) => standingOf(c) === impact)).map((c) => c.mode),
      );
      const where = modes.size === 1 ? whereOf[[...modes][0] ?? 'stream'] : '';
      return own.length === 0 ? [] : `${own.length} ${own.length === 1 ? one : several}${where}`;
    });
    const worked = `${passed} of ${of} ${tier} ${working(verdict[tier])}`;
    return [[worked, ...others].join(', ')];
  });
  return `${tiers.join('; ')}.`;
}

const effects = {
  breaks: ['breaks', 'break'],
  rejects: ['is rejected', 'are rejected'],
  loses: ['loses something', 'lose something'],
} as const;

const whereOf = { complete: ' where the response is complete', stream: ' in streams' } as const;

function notJudged({ cases }: CellView): string {
  const core = cases.filter(({ kind, tier }) => kind === 'scenario' && tier === 'core');
  if (core.length === 0) return 'No core conversation of it was run.';
  const reason = core.find((c) => standingOf(c) === 'not-judged' && c.reason !== undefined)?.reason;
  return `No core conversation says anything of the library${reason === undefined ? '' : `: ${reason}`}.`;
}

function numbers({ verdict, tool, providerApi, library, adapter }: CellView, model: PagesModel, to: To): Markup {
  const { core, extended, edge, robustness, evidence } = verdict;
  const options = adapter?.libraryOptions?.length ?? 0;
  const instead = insteadOf(model, tool.id, providerApi.id, library, verdict.word);
  const notOfWord = html` <span class="mut">(not part of the word)</span>`;
  return html`<dl class="nums">
    ${core.of > 0 && html`<dt>Core</dt><dd><b>${share(core)}</b> ${working(core)}</dd>`}
    ${extended.of > 0 && html`<dt>Extended</dt><dd><b>${share(extended)}</b> ${working(extended)}</dd>`}
    ${edge.of > 0 && html`<dt>Edge</dt><dd><b>${share(edge)}</b> ${working(edge)}${notOfWord}</dd>`}
    ${robustness.of > 0 && html`<dt>Robustness</dt><dd><b>${thousands(robustness.passed)} of ${thousands(robustness.of)}</b> trials pass, ${percentOf(robustness)} %${notOfWord}</dd>`}
    ${evidence !== undefined && html`<dt>Evidence</dt><dd>${grade(evidence)}, the weakest of the core conversations</dd>`}
    ${seenInTraffic(providerApi.tools[tool.id]?.traffic)}
    ${lastChange(verdict, model, to)}
    ${options > 0 && verdict.word !== 'not-judged' && html`<dt>Judged with</dt><dd>${link(to(`${paths.library(library.id)}#options`), count(options, 'documented option'))} of the library</dd>`}
    ${instead.length > 0 && html`<dt>Instead</dt><dd>${list(instead.map(({ id, title }) => link(to(paths.cell(tool.id, providerApi.id, id)), title)))} ${instead.length === 1 ? 'works' : 'work'} here</dd>`}
  </dl>`;
}

/** How far public recordings of the service show the recordings of the core conversations, and of which versions they are. */
function seenInTraffic(traffic: CellTraffic | undefined): Markup {
  if (!traffic || traffic.of === 0) return null;
  const { seen, of, recordedFor, apiVersions, toolVersions, contradicted = [] } = traffic;
  const versions = [...apiVersions, ...toolVersions].join(', ');
  return html`<dt>Real traffic</dt><dd><b>${seen} of ${of}</b> ${of === 1 ? 'signature' : 'signatures'} of the core recordings ${of === 1 ? 'is' : 'are'} in public recordings of the service${versions && ` (${versions})`}${recordedFor.length > 0 && `; those here are for ${recordedFor.join(', ')}`}${contradicted.length > 0 && html`. <b>Contradicted:</b> ${contradicted.join(', ')}`}</dd>`;
}

/** Never rounded up to all. */
const percentOf = ({ passed, of }: Share): number => Math.floor((100 * passed) / of);

/** What is different since the last release, or since the run that this one is compared with. */
function lastChange({ tool, providerApi, library }: SnapshotVerdict, { changed }: PagesModel, to: To): Markup {
  const { changes, since } = changed;
  for (const list of ['worse', 'inside', 'better', 'fixed', 'restated', 'other'] as const) {
    const cell = changes[list].find(
      (each) => each.tool === tool && each.providerApi === providerApi && each.library === library,
    );
    if (!cell) continue;
    const what = cell.before === cell.after ? sameWord[list] : `was ${cellStates[cell.before].word}`;
    return html`<dt>Last change</dt><dd>${link(to(`${paths.changes}#${list}`), `since ${since}: ${what}`)}</dd>`;
  }
  return null;
}

const sameWord = {
  worse: 'worse',
  inside: 'worse, the word stayed',
  better: 'better',
  fixed: 'better, the word stayed',
  restated: 'judged otherwise, the word stayed',
  other: 'judged otherwise',
} as const;

/** What a share of conversations does: behind "1 of 1", one. */
export const working = ({ of }: Share): string => (of === 1 ? 'conversation works' : 'conversations work');

/** Libraries that work here, where this one does not, or has gaps. */
function insteadOf(
  { lookup }: PagesModel,
  tool: string,
  providerApi: string,
  { id: own }: SnapshotLibrary,
  state: CellState,
): readonly SnapshotLibrary[] {
  if (state === 'works' || state === 'not-offered') return [];
  return lookup.snapshot.libraries.filter(
    ({ id, role }) => role === 'library' && id !== own && lookup.word(tool, providerApi, id) === 'works',
  );
}

/** The command that runs the cases of the cell. */
function replayOf({ cases }: CellView): Markup {
  const [first] = cases;
  return first && command(first.replay.replace(first.id, () => `${first.adapter}/${first.tool}`));
}

/** The same cell through other libraries, the best first; the reference adapter and examples last. */
export function tabs({ verdict: { tool, providerApi, library } }: CellView, { lookup }: PagesModel, to: To): Markup {
  const all = lookup.snapshot.libraries
    .flatMap(({ id, title, role }) => {
      const state = lookup.word(tool, providerApi, id);
      return state === undefined ? [] : [{ id, title, state, isLibrary: role === 'library' }];
    })
    .toSorted((a, b) => Number(b.isLibrary) - Number(a.isLibrary) || byWord(a.state, b.state));
  return html`<nav class="tabs" aria-label="Same cell, other libraries">${all.map(({ id, title, state }) => {
    const address = to(paths.cell(tool, providerApi, id));
    const what = html`${title} ${word(state)}`;
    return address === undefined
      ? html`<span>${what}</span>`
      : html`<a href=${address} aria-current=${id === library ? 'page' : undefined}>${what}</a>`;
  })}</nav>`;
}
