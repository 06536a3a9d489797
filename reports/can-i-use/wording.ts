import { isUsable } from '../cells/cell-state.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import type { Palette } from '../summary/palette.ts';
import { clean } from './layout.ts';
import type { Answer } from './schema.ts';

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
