import { isDeeperThan, isRaw, maxDepth } from '../../lib/json-positions.ts';

/**
 * JSON that can be written back byte for byte.
 *
 * A recorded body is kept as parsed JSON, so that a diff of two recordings can be read. But the text matters too: numbers
 * such as `1.0`, escapes such as `\u00e9`, white space. Primitives keep their spelling inside the value (as raw JSON);
 * white space goes into a layout; what still differs afterwards (duplicate members, integer-like member names out of
 * order, escapes in member names) is not expanded at all.
 */

/** What is nested deeper stays text, or no cassette that holds it could be read. */
const deepestBody = maxDepth - 20;

/** How JSON text is laid out where it is not compact. Absent members mean compact. */
export interface JsonLayout {
  /** White space of one level; each member is then on a line of its own. */
  readonly indent?: string;
  /** One space after every comma and colon, as Python writes it. */
  readonly spaced?: true;
  /** Spaces before the last bracket, as Anthropic pads its events. */
  readonly padding?: number;
  /** White space after the last bracket. */
  readonly end?: string;
}

/** JSON text, taken apart. */
export interface ExpandedJson {
  readonly value: object;
  readonly layout: JsonLayout;
}

/** Members of `JSON` that TypeScript's library does not know yet (ECMAScript "JSON.parse source text access"). */
const json = JSON as unknown as {
  rawJSON(text: string): object;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
};

/**
 * Parses JSON; a primitive that `JSON.stringify` would spell otherwise becomes raw JSON, which it writes as it was.
 *
 * @throws {SyntaxError} the text is not JSON.
 */
export function parseFaithful(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    source === undefined || JSON.stringify(value) === source ? value : json.rawJSON(source),
  );
}

/** A number as JSON that is written as it is spelled here. What JSON cannot spell so is only a number. */
export function numberAsSpelled(source: string): number | object {
  const value = Number(source);
  const isJson = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(source);
  return !isJson || JSON.stringify(value) === source ? value : json.rawJSON(source);
}

/**
 * Parses JSON that holds other documents, parsed: their numbers keep their spelling; how their texts were escaped is not known.
 *
 * @throws {SyntaxError} the text is not JSON.
 */
export function parseWithNumbers(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? numberAsSpelled(source) : value,
  );
}

/** Writes what {@link parseFaithful} or {@link expandJson} read. */
export function writeJson(value: unknown, layout: JsonLayout = {}): string {
  const text = layout.spaced ? writeSpaced(value) : JSON.stringify(value, null, layout.indent);
  const padded = layout.padding ? `${text.slice(0, -1)}${' '.repeat(layout.padding)}${text.slice(-1)}` : text;
  return padded + (layout.end ?? '');
}

/** Takes an object or array apart; `undefined` where it could not be written back byte for byte. */
export function expandJson(text: string): ExpandedJson | undefined {
  if (!/^[{[]/.test(text)) return undefined;
  try {
    // Mostly all is spelled as it would be written, and to look at each primitive takes several times as long.
    return laidOut(JSON.parse(text), text) ?? laidOut(parseFaithful(text) as object, text);
  } catch {
    // Not JSON, or nested deeper than the stack: it stays text.
    return undefined;
  }
}

/** A value with the layout in which it is written as the text. */
function laidOut(value: object, text: string): ExpandedJson | undefined {
  if (isDeeperThan(value, deepestBody)) return undefined;
  const layout = candidateLayouts(text).find((each) => writeJson(value, each) === text);
  return layout && { value, layout };
}

/** The layouts that a text may have, judged by its first and last white space. */
function candidateLayouts(text: string): JsonLayout[] {
  const [, padding = '', end = ''] = /( *)[}\]](\s*)$/.exec(text) ?? [];
  const indent = /^[{[]\n([ \t]+)/.exec(text)?.[1];
  const tail = end === '' ? {} : { end };
  const inside = padding === '' ? {} : { padding: padding.length };
  return indent === undefined
    ? [
        { ...inside, ...tail },
        { spaced: true, ...inside, ...tail },
      ]
    : [{ indent, ...tail }];
}

function writeSpaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeSpaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null || isRaw(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${writeSpaced(member)}`);
  return `{${members.join(', ')}}`;
}
