import { visible } from '../../files/visible.ts';

/**
 * Text of anybody's as a code span on one line, in which nothing acts: no markup, link, image, mention or reference, nor what a
 * terminal or a reader's eye would obey. That it was cut is said.
 *
 * @param longest in characters, the note of what was cut aside
 * @see https://github.github.com/gfm/#code-spans
 */
export function code(text: string, longest: number): string {
  // Cut before it is made visible, too: of megabytes nobody sees more than the beginning.
  const beginning = [...text.slice(0, longest * 2)].slice(0, longest).join('');
  const shown = visible(beginning).replaceAll(/\s+/g, ' ').trim();
  const more = text.length - beginning.length;
  const safe = shown.slice(0, longest * 2);
  const fence = '`'.repeat(1 + Math.max(0, ...(safe.match(/`+/g) ?? []).map(({ length }) => length)));
  const room = /^`|`$/.test(safe) || safe === '' ? ' ' : '';
  return `${fence}${room}${safe}${room}${fence}${more > 0 ? ` … (${more} more)` : ''}`;
}
