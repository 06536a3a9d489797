/**
 * Text that may stand in a terminal, a log or a page: control characters, escape sequences, bidirectional overrides and what
 * cannot be seen are shown as escapes instead of acting. Line ends and tabs stay; so does what scripts need (zero-width joiners).
 */
export function visible(text: string): string {
  return text.replace(unsafe, escaped);
}

const escaped = (character: string): string => {
  const point = character.codePointAt(0) ?? 0;
  return point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`;
};

/** A JSON value in which every text is {@link visible}: for output that adds escape sequences of its own. */
export function visibleIn<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T;
  if (Array.isArray(value)) return value.map(visibleIn) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visibleIn(member)])) as T;
}

// Control characters but line feed and tab, lone surrogates, bidirectional controls, line and paragraph separators; then what
// cannot be seen and no script needs: zero-width space, word joiner and invisible operators, byte order mark, marks of
// annotations, tags.
const unsafe =
  /[[\p{Cc}--[\n\t]]\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u200b\u2060-\u2064\u180e\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gv;
