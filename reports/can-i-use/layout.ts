import { escapeControl } from '../../lib/escape-control-characters.ts';
import { isUsable } from '../cells/cell-state.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import type { Palette } from '../summary/palette.ts';
import type { Answer } from './schema.ts';

/** What a person reads at a glance. */
export const most = { lines: 15, columns: 120, title: 80, gaps: 3 };

/** How answers are shown. */
export interface Look {
  readonly colour: Palette;
  /** Everything, in as many lines and columns as it takes. */
  readonly isAll: boolean;
}

/** Text of anybody, as it may stand in one line of a terminal. */
export const clean = (text: string): string => escapeControl(text).replaceAll(/[\n\t]/g, ' ');

/** Clean text that ends where a line does. @param before columns of the line that are taken */
export const cut = (text: string, before: number, { isAll }: Look): string =>
  cutTo(text, isAll ? Number.POSITIVE_INFINITY : most.columns - before);

/** Clean text of at most so many characters. */
export function cutTo(text: string, longest: number): string {
  const shown = clean(text);
  return shown.length <= longest ? shown : `${shown.slice(0, Math.max(0, longest - 1))}…`;
}

/** Columns before what stands behind a label. */
export const labelled = 15;

/** A line with a label. */
export const row = (label: string, text: string, look: Look): string =>
  `  ${label.padEnd(labelled - 4)}  ${cut(text, labelled, look)}`;

/** As many of the first items as there is room for, with a sign where that is not all; at least one. */
export function fitting(items: readonly string[], separator: string, room: number, { isAll }: Look): string {
  const first = (count: number) => [...items.slice(0, count), ...(count < items.length ? ['…'] : [])].join(separator);
  const most = items.findLastIndex((_, i) => isAll || first(i + 1).length <= room);
  return first(Math.max(1, most + 1));
}

/** Names behind a label, in as many lines as they need; none is cut in two. */
export function wrapped(label: string, names: readonly string[], look: Look): string[] {
  const lines: string[] = [];
  let line = '';
  for (const name of names) {
    const longer = line === '' ? name : `${line}, ${name}`;
    if (line !== '' && longer.length > most.columns - labelled - 1) {
      lines.push(`${line},`);
      line = name;
    } else line = longer;
  }
  return [...lines, line].map((text, i) => row(i === 0 ? label : '', text, look));
}

/** What things are called in text. */
export interface Titles {
  tool(id: string): string;
  providerApi(id: string): string;
  library(id: string): string;
  /** As who offers it: the reference adapter is no library. */
  by(id: string): string;
}

export const titlesIn = (lookup: Lookup): Titles => ({
  tool: (id) => clean(lookup.titles.tool(id)),
  providerApi: (id) => clean(lookup.titles.providerApi(id)),
  library: (id) => clean(lookup.titles.library(id)),
  by: (id) => (lookup.library(id)?.role === 'reference' ? 'official SDK' : clean(lookup.titles.library(id))),
});

/** `core 5 of 5 · extended 7 of 10`; what has nothing to count is left out. */
export function sharesText({ shares }: Answer, names: readonly (keyof Answer['shares'])[]): string {
  const parts = names.flatMap((name) => {
    const { passed, of } = shares[name];
    if (of === 0) return [];
    // Rounded down: 100 % is all of them.
    return `${name} ${name === 'robustness' ? `${Math.floor((passed / of) * 100)} %` : `${passed} of ${of}`}`;
  });
  return parts.join(' · ');
}

export const noLongerServed = ({ api: { since } }: Answer): string =>
  `the API is no longer served${since === undefined ? '' : ` (since ${since})`}`;

export const packagesText = (packages: Answer['packages']): string =>
  packages.map(({ name, version }) => clean(`${name} ${version}`)).join(', ');

export function paintOf({ word }: Answer, colour: Palette): (text: string) => string {
  if (isUsable(word)) return colour.green;
  return ['does-not-work', 'rejected', 'not-offered-not-rejected'].includes(word) ? colour.red : colour.yellow;
}
