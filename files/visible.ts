/**
 * Text that may stand in a terminal, a log or a page: control characters, escape sequences and bidirectional overrides are
 * shown as escapes instead of acting. Line ends and tabs stay; so does what scripts need (zero-width joiners).
 */
export function visible(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A JSON value in which every text is {@link visible}: for output that adds escape sequences of its own. */
export function visibleIn<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T;
  if (Array.isArray(value)) return value.map(visibleIn) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visibleIn(member)])) as T;
}

// Control characters but line feed and tab, then bidirectional controls, line and paragraph separators, byte order mark.
const unsafe = /[[\p{Cc}--[\n\t]]\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gv;
