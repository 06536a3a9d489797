/**
 * Text that may stand in a terminal, a log or a page: control characters, escape sequences, bidirectional overrides and what
 * cannot be seen are shown as escapes instead of acting. Line ends and tabs stay; so does what scripts need (zero-width joiners).
 */
export function escapeControl(text: string): string {
  return text.replace(unsafe, escaped);
}

const escaped = (character: string): string => {
  const point = character.codePointAt(0) ?? 0;
  return point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`;
};

/** A JSON value in which every text is {@link escapeControl}: for output that adds escape sequences of its own. */
export function escapeControlDeep<T>(value: T): T {
  if (typeof value === 'string') return escapeControl(value) as T;
  if (Array.isArray(value)) return value.map(escapeControlDeep) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escapeControlDeep(member)])) as T;
}

// Control characters but line feed and tab, lone surrogates, bidirectional controls, line and paragraph separators; then what
// cannot be seen and no script needs: zero-width space, word joiner and invisible operators, byte order mark, marks of
// annotations, tags; and what is no character of XML.
const unsafe =
  /[[\p{Cc}--[\n\t]]\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u200b\u2060-\u2064\u180e\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gv;

/** Text of at most so many characters; that it was cut, and by how much, is said. */
export function truncate(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // By code points, of no more than the beginning: what is cut may be megabytes.
  const beginning = [...text.slice(0, longest * 2)].slice(0, longest).join('');
  const more = [...text.slice(beginning.length, beginning.length + longest * 2)].length;
  const rest = beginning.length + longest * 2 >= text.length ? more : text.length - beginning.length;
  return rest === 0 ? text : `${beginning}… (${rest} more)`;
}

/** How much of a value is kept. */
interface TruncateLimits {
  /** The longest text, in characters. */
  readonly text: number;
  /** The most members of a list or an object. */
  readonly members: number;
  /** How deep it may be nested. */
  readonly levels: number;
}

/** A JSON value with long texts, long lists and what is nested deeply cut; that it was, and by how much, is said in their place. */
export function truncateDeep<T>(value: T, bounds: TruncateLimits): T {
  return within(value, bounds, bounds.levels) as T;
}

function within(value: unknown, bounds: TruncateLimits, levels: number): unknown {
  if (typeof value === 'string') return truncate(value, bounds.text);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '… (nested too deeply)';
  const inner = (member: unknown) => within(member, bounds, levels - 1);
  if (Array.isArray(value)) {
    const more = value.length - bounds.members;
    return [...value.slice(0, bounds.members).map(inner), ...(more > 0 ? [`… (${more} more)`] : [])];
  }
  const members = Object.entries(value);
  const more = members.length - bounds.members;
  const kept = members.slice(0, bounds.members).map(([name, member]) => [truncate(name, bounds.text), inner(member)]);
  return Object.fromEntries([...kept, ...(more > 0 ? [['…', `${more} more`]] : [])]);
}
