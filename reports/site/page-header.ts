import type { StateLabel } from '../cells/cell-state.ts';
import { badge } from '../html/components/elements.ts';
import { html, type Markup } from '../html/markup.ts';

/** How a page begins. */
export interface HeadParts {
  /** What kind of thing it is about. */
  readonly kicker: string;
  readonly title: Markup;
  readonly state?: Pick<StateLabel, 'glyph' | 'word' | 'tone'> | undefined;
  /** Small words beside the state. */
  readonly marks?: Markup;
  readonly lede?: Markup;
  readonly stats?: readonly (Stat | undefined)[];
}

/** A number or a word with its name, and what there is to add. */
export interface Stat {
  readonly name: string;
  readonly value: Markup;
  readonly note?: Markup;
}

/** The head of a page: what it is about, how it stands, and what there is to know at a glance. */
export function pageHead({ kicker, title, state, marks, lede, stats = [] }: HeadParts): Markup {
  return html`<header class="page-head">
    <p class="kicker">${kicker}</p>
    <h1>${title}</h1>
    ${(state || marks) && html`<p class="page-state">${state && badge(state)} ${marks && html`<span class="page-marks">${marks}</span>`}</p>`}
    ${lede && html`<p class="page-lede">${lede}</p>`}
    ${statStrip(stats)}
  </header>`;
}

/** Numbers side by side. */
function statStrip(stats: readonly (Stat | undefined)[]): Markup {
  const shown = stats.flatMap((stat) => stat ?? []);
  if (shown.length === 0) return null;
  return html`<dl class="stats">${shown.map(({ name, value, note }) => html`<div class="stat"><dt>${name}</dt><dd><strong>${value}</strong>${note && html`<span class="note">${note}</span>`}</dd></div>`)}</dl>`;
}

/** A part of a page under a heading that can be led to. */
export const section = (id: string, title: Markup, content: Markup): Markup =>
  html`<section aria-labelledby=${id}><h2 id=${id}>${title}</h2>${content}</section>`;
