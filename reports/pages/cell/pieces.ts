import { cut, prettyJson } from '../body-text.ts';
import { count } from '../elements.ts';
import { html, type Markup } from '../markup.ts';

/** The longest text of a body that a page shows; the rest is loaded, or printed by a command. */
const longest = 6000;

/** Something folded: what it is, and how much of it there is. */
export const fold = (label: Markup, note: Markup, content: Markup): Markup =>
  html`<details class="fold"><summary>${label} <span class="mut">${note}</span></summary>${content}</details>`;

/** Text as it came, with its line breaks; of a long one the beginning, and how much is left. */
export function block(whole: string): Markup {
  const { text, left } = cut(whole, longest);
  return html`<pre tabindex="0">${text}</pre>${left > 0 && html`<p class="mut">… and ${count(left, 'character')} more, in the evidence.</p>`}`;
}

/** A value of a finding or a fact: short ones in the line, long ones in a block. */
export function value(what: unknown): Markup {
  const text = typeof what === 'string' ? what : (JSON.stringify(what) ?? 'nothing');
  if (text.length <= 120 && !text.includes('\n')) return html`<code>${text}</code>`;
  return block(typeof what === 'string' ? what : prettyJson(what));
}
