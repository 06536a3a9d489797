import { type CellState, cellStates } from '../../cells/cell-state.ts';
import type { SnapshotLibrary } from '../../snapshot/schema.ts';
import { slug } from '../anchor.ts';
import { html, type Markup } from '../markup.ts';
import { paths, type To } from '../paths.ts';
import { letters } from '../words.ts';

/** Chooses the library whose words the grid shows: links to the pages of the libraries, which the script of the page turns into switches. */
export const picker = (libraries: readonly SnapshotLibrary[], to: To): Markup =>
  html`<nav class="pick" aria-label="Library">
    <a class="all" href=${to(paths.index) ?? '#main'} aria-current="true">Best library</a>
    ${libraries.map(({ id, title }, i) => html`<a class="n${i}" href=${to(paths.library(id)) ?? '#main'} data-library=${slug(id)}>${title}</a>`)}
  </nav>`;

const shown: readonly CellState[] = [
  'works',
  'works-with-gaps',
  'in-part',
  'does-not-work',
  'rejected',
  'not-judged',
  'not-offered',
];

/** What words, bars and outlines of the grid mean. */
export const key = (): Markup =>
  html`<p class="key">${shown.map((state) => html`<span class="word ${letters[state]}">${cellStates[state].word}${state !== 'not-offered' && html`<i class=${letters[state]}></i>`}</span>`)}<span class="bk"><u>works</u> no real traffic seen</span><span class="bk">outlined: reference only</span></p>`;
