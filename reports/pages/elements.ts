import { countOf } from '../../lib/count-of.ts';
import type { SnapshotIssue } from '../snapshot/schema.ts';
import { html, isLinkable, type Markup } from './markup.ts';

/** The small pieces that pages are made of. */

/** A link, where there is something to lead to. */
export const link = (address: string | undefined, what: Markup, style?: string): Markup =>
  address === undefined ? what : html`<a class=${style} href=${address}>${what}</a>`;

/** A part of a page under a heading that can be led to. */
export const section = (id: string, title: Markup, note: Markup, content: Markup): Markup =>
  html`<section id=${id} aria-labelledby="${id}-title"><div class="sechead"><h2 id="${id}-title">${title}</h2>${note && html`<p>${note}</p>`}</div>${content}</section>`;

/** A command, with a button that copies it. */
export const command = (line: string): Markup =>
  html`<p class="cmd"><code>${line}</code><button type="button" class="btn copy" hidden>Copy</button></p>`;

/** The command that prints what shows a known issue with the library alone. */
export const reproduceCommand = ({ id, reproduction }: Pick<SnapshotIssue, 'id' | 'reproduction'>): string =>
  `npm run --silent atc -- reproduce ${id} > reproduction.${reproduction?.includes('.py') ? 'py' : 'mjs'}`;

/** Whether the maintainers of a library know of an issue: a link to where they were told. */
export function upstream({ upstream: told, fixed }: SnapshotIssue): Markup {
  if (told === 'not told yet') return 'not told yet';
  const state = fixed === undefined ? told.state : `fixed in ${fixed}`;
  return html`${isLinkable(told.url) ? html`<a href=${told.url} rel="noopener noreferrer">${state}</a>` : `${state} (${told.url})`}${told.told !== undefined && `, told ${told.told}`}`;
}

/** Where something can be read: a link where the address is safe, else text. */
export const source = (title: string, url: string | undefined): Markup =>
  url === undefined
    ? title
    : isLinkable(url)
      ? html`<a href=${url} rel="noopener noreferrer">${title}</a>`
      : `${title} (${url})`;

/** Prose of this project's own data, in which backticks set off code. */
export const prose = (text: string): Markup =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

/** Things one after the other, as a sentence has them. */
export const list = (items: readonly Markup[]): Markup => items.map((item, i) => html`${i > 0 && ', '}${item}`);

/** A number with its noun, with thin spaces between groups of three digits. */
export const count = (n: number, singular: string, plural?: string): string =>
  countOf(n, singular, plural, thousands(n));

export const thousands = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');
