import type { Tier } from '../../../spec/scenarios/schema.ts';
import { type EvidenceGrade, evidenceGrades, type Impact, impacts } from '../../../spec/verdicts/impact.ts';
import { type CellState, cellStates } from '../../cells/cell-state.ts';
import { link } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { PagePlan } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { grade, letters, tag, word } from '../words.ts';

/** All words on one screen. They agree with docs/verdicts.md. */
export const howToReadPlan: PagePlan = {
  path: paths.howToRead,
  make: (to) => ({
    path: paths.howToRead,
    title: 'How to read this',
    description: 'Words, tiers, impact and evidence on one screen',
    section: 'how-to-read',
    main: html`
      <h1>How to read this</h1>
      <div class="read">
        <div>
          ${part('words', 'Word: does it work?', words)}
          ${part(
            'tiers',
            'Tier: how ordinary is the conversation?',
            entries(tiers).map(([tier, holds]) => [html`<b>${tier}</b>`, holds]),
          )}
        </div>
        <div>
          ${part(
            'impact',
            'Impact: what does a finding do to you?',
            impacts.map((impact) => [tag(impact), impactMeanings[impact]]),
          )}
          ${part(
            'evidence',
            'Evidence: why may we say so?',
            evidenceGrades.map((each) => [grade(each), gradeMeanings[each]]),
          )}
        </div>
      </div>
      ${proves(to)}`,
  }),
};

/** The word that a library gets for a tool that the provider lacks stands with the usual one: it is rare. */
const words: readonly (readonly [Markup, Markup])[] = (Object.keys(cellStates) as CellState[]).flatMap((state) => {
  if (state === 'not-offered-not-rejected') return [];
  const { meaning } = cellStates[state];
  const other = cellStates['not-offered-not-rejected'];
  const more = state === 'not-offered' && html` ${word('not-offered-not-rejected')}: ${other.meaning}`;
  return [[wordWithBar(state), html`${meaning}${more}`]];
});

const entries = <K extends string>(of: Readonly<Record<K, string>>) => Object.entries(of) as [K, string][];

const part = (id: string, title: string, items: readonly (readonly [Markup, Markup])[]): Markup =>
  html`<section id=${id} aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2><dl>${items.map(([what, meaning]) => html`<dt>${what}</dt><dd>${meaning}</dd>`)}</dl></section>`;

/** The word as a cell has it, and the bar of a library in the grid. */
function wordWithBar(state: CellState): Markup {
  return html`<span class="word ${letters[state]} tile">${cellStates[state].word}${'wgpxr'.includes(letters[state]) && html`<i class=${letters[state]}></i>`}</span>`;
}

/** As docs/verdicts.md has them. */
const tiers: Readonly<Record<Tier, string>> = {
  core: 'Declare the tool, the model uses it, result and response arrive; failure; second turn.',
  extended: 'Documented options and outputs: choices, filters, citations, files, approvals, usage, reasoning.',
  edge: 'Real but odd, each with the report or the traffic that shows it. A number.',
  robustness: 'Faults, aborts, provider errors, unusual clients. A number beside the word, as edge is.',
};

const impactMeanings: Readonly<Record<Impact, string>> = {
  breaks: 'The conversation fails or goes wrong: a lost call, changed arguments, a rejected request, a hang.',
  rejects: 'The library throws a clear error before it sends anything.',
  loses: 'Information is missing: a citation, usage, a file of the response, an option dropped in silence.',
  differs: 'Another form of the same information, which the service accepts. A note; it fails nothing.',
};

const gradeMeanings: Readonly<Record<EvidenceGrade, string>> = {
  live: 'Recorded by this project from the service.',
  traffic: 'Public recordings of the service show it.',
  documented: 'The provider’s documents or sentences in its SDK, or an error of the service that is quoted in public.',
  types: 'Types of the official SDK alone: accuse no library.',
  inferred: 'None of these yet: unconfirmed.',
  contract: 'The contract of this project; outside the order. Not a defect of a library that never promised it.',
};

const proves = (to: To): Markup =>
  html`<p class="note more"><b>What a word proves.</b> In these recordings the library sends what it was told to and returns what the responses hold, complete and streamed, by these ${link(to(paths.checks), 'checks')}. It does not prove that the service still responds so. A cell’s evidence is the weakest of its core conversations; dotted: no real traffic. Unconfirmed, disputed, intended: counted nowhere. <b>Bars:</b> one library each, in the picker’s order. <b>Best library:</b> ${best()}; outlined: the reference alone.</p>`;

/** The order in which one word stands for several libraries. */
const best = (): string =>
  (['works', 'works-with-gaps', 'in-part', 'rejected', 'does-not-work'] as const)
    .map((state) => cellStates[state].word.replace(',', ''))
    .join(', ');
