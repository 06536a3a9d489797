import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { Palette } from '../summary/palette.ts';

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
