import { writeJson } from '../../recordings/format/lossless-json.ts';

/** The most characters of a list or an object that stands in one line. */
const widest = 88;

/** JSON over several lines; small lists and objects stand in one, so that what is large is seen at a glance. */
export function prettyJson(value: unknown): string {
  const lines: string[] = [];
  /** Where the lists and objects begin that are not closed yet. */
  const open: number[] = [];
  for (const line of writeJson(value, { indent: '  ' }).split('\n')) {
    if (/[[{]$/.test(line)) open.push(lines.length);
    const start = /^ *[\]}]/.test(line) ? open.pop() : undefined;
    lines.push(line);
    if (start === undefined) continue;
    const together = inOneLine(lines.slice(start));
    if (together !== undefined) lines.splice(start, Infinity, together);
  }
  return lines.join('\n');
}

/** Strings hold no line break as JSON, so that lines may be joined wherever they end. */
function inOneLine([first = '', ...rest]: readonly string[]): string | undefined {
  // What took a line of its own within is as wide as this one could be at least: a few suffice to know.
  if (rest.length > widest) return undefined;
  const parts = rest.map((line) => line.trim());
  const last = parts.pop() ?? '';
  const joined = `${first}${parts.join(' ')}${last}`;
  return joined.length <= widest ? joined : undefined;
}

/** Pretty JSON in pieces: the names of members, and what stands between them. */
export function jsonPieces(pretty: string): { readonly name: boolean; readonly text: string }[] {
  const pieces: { name: boolean; text: string }[] = [];
  let from = 0;
  // String by string: a value may hold what looks like a name. Text that was cut may end within one.
  for (const { 0: text, index, groups } of pretty.matchAll(/"(?:[^"\\]|\\.)*"(?<colon>: )?|"[\s\S]*$/g)) {
    if (groups?.colon === undefined) continue;
    if (index > from) pieces.push({ name: false, text: pretty.slice(from, index) });
    pieces.push({ name: true, text: text.slice(0, -2) });
    from = index + text.length - 2;
  }
  if (from < pretty.length) pieces.push({ name: false, text: pretty.slice(from) });
  return pieces;
}
