import type { Source } from '../../../matrix/schema.ts';
import type { LibraryOption } from '../../../spec/engine/library-options.ts';
import type { StateLabel } from '../../cells/cell-state.ts';
import { cut } from '../body-text.ts';
import { count } from '../labels.ts';
import { html, isLinkable, type Markup } from '../markup.ts';
import { jsonPieces, prettyJson } from '../pretty-json.ts';

/** The small pieces that the rest of the page is made of. */

/** Shape, word and colour of a state. */
export function badge({ glyph, word, tone }: Pick<StateLabel, 'glyph' | 'word' | 'tone'>): Markup {
  return html`<span class="badge tone-${tone}"><span class="glyph" aria-hidden="true">${glyph}</span> ${word}</span>`;
}

/** Where something can be read: a link where there is a safe address, else text. */
export function sourceLink({ title, url }: Source): Markup {
  if (url === undefined) return title;
  if (!isLinkable(url)) return `${title} (${url})`;
  return html`<a href=${url} rel="noopener noreferrer">${title}</a>`;
}

/** Leads somewhere, where there is a place to lead to. */
export function link(address: string | undefined, what: Markup, style?: string): Markup {
  return address === undefined ? what : html`<a class=${style} href=${address}>${what}</a>`;
}

/** Sources one after the other. */
export function sourceList(sources: readonly Source[]): Markup {
  return sources.map((s, i) => html`${i === 0 ? '' : ' · '}${sourceLink(s)}`);
}

/** A heading of a level from 1 to 6, for what stands on several pages. */
export const heading = (level: number, what: Markup): Markup => html`<${`h${level}`}>${what}</>`;

/** Something folded. `label` says what it is, `note` how much of it there is. */
export function fold(label: Markup, note: string, content: Markup, open = false): Markup {
  return html`<details class="fold" open=${open}><summary>${label} <span class="note">${note}</span></summary>${content}</details>`;
}

/** Text as it came, with its line breaks; of a very long one the beginning, and how much is left. */
export function verbatim(text: string): Markup {
  const { text: beginning, left } = cut(text);
  return html`<pre>${beginning}</pre>${leftOut(left)}`;
}

/** JSON over several lines, with the names of members set off. */
export function jsonBlock(pretty: string): Markup {
  const { text, left } = cut(pretty);
  return html`<pre>${jsonPieces(text).map((piece) => (piece.name ? html`<b>${piece.text}</b>` : piece.text))}</pre>${leftOut(left)}`;
}

/** A value of a finding or a fact: short ones in the line, long ones in a block. */
export function value(what: unknown): Markup {
  const text = typeof what === 'string' ? what : JSON.stringify(what);
  if (text.length <= 120 && !text.includes('\n')) return html`<code>${text}</code>`;
  return typeof what === 'string' ? verbatim(what) : jsonBlock(prettyJson(what));
}

/** Says how much of a long text is not shown; nothing is left out in silence. */
function leftOut(characters: number): Markup {
  if (characters === 0) return null;
  return html`<p class="note">… and ${count(characters, 'character')} more, in the evidence file.</p>`;
}

/** Prose of this project's own data, in which backticks set off code. */
export function prose(text: string): Markup {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** A name whose long words may be broken where another begins within them, so that a narrow column breaks them nowhere else. */
export function breakable(name: string): Markup {
  return name.split(/(?<=\w{5}[a-z])(?=[A-Z]\w{3})/).map((part, i) => html`${i > 0 && html`<wbr/>`}${part}`);
}

/** Options of a library that a bridge chooses, each with its value, why, and where it is documented. */
export const libraryOptionList = (options: readonly LibraryOption[] = []): Markup =>
  options.length > 0 &&
  html`<ul class="library-options">${options.map(
    ({ option, value, why, documentation }) =>
      html`<li><code>${option}: ${typeof value === 'string' ? value : JSON.stringify(value)}</code> ${prose(why)} ${sourceLink({ title: 'Documentation', url: documentation })}</li>`,
  )}</ul>`;
