/**
 * JSON text, looked at where `JSON.parse` is silent: it takes the last of two members of one name, any depth, and often does
 * not say where a text ceases to be JSON. Nothing here recurses, so that no nesting exhausts the stack.
 */

/** The deepest that anything in a file may lie: several times what any has, and far from where recursion ends. */
export const maxDepth = 200;

/** True when something in a value lies deeper than a number of levels, the outermost being level 0. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

/** Whether a primitive keeps its spelling: raw JSON, which TypeScript's library does not know yet. */
export const isRaw = (value: unknown): value is { readonly rawJSON: string } =>
  (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value);

/** Something wrong with a text, and the character where it is. */
export interface TextProblem {
  readonly offset: number;
  readonly message: string;
}

/** What is wrong with a text that is JSON: nested too deeply, or with two members of one name. */
export function jsonProblem(text: string): TextProblem | undefined {
  for (const { offset, depth, name, again } of valuesOf(text)) {
    if (depth > maxDepth) return { offset, message: `is nested deeper than ${maxDepth} levels` };
    if (again) return { offset, message: `has two members ${JSON.stringify(name)} in one object` };
  }
  return undefined;
}

/** Whether a JSON text spells a value as compact JSON does: it has white space besides, and nothing else. */
export function isSpelledAs(text: string, compact: string): boolean {
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === compact.charCodeAt(at)) at++;
    else if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return false;
  }
  return at === compact.length;
}

/** Where the value of a path stands in a JSON text; of what is not there, the nearest that holds it. */
export function offsetOf(text: string, keys: readonly string[]): number {
  let found = 0;
  let on = -1;
  for (const { offset, depth, name } of valuesOf(text)) {
    if (depth <= on) break;
    if (depth !== on + 1 || (depth > 0 && String(name) !== keys[depth - 1])) continue;
    found = offset;
    on = depth;
    if (depth === keys.length) break;
  }
  return found;
}

/**
 * Where a text ceases to be JSON.
 *
 * @param said the message of `JSON.parse`, which mostly says it
 */
export function syntaxErrorAt(text: string, said: string): number {
  const position = /at position (\d+)/.exec(said)?.[1];
  if (position !== undefined) return Number(position);
  let at = 0;
  for (let token = tokenAt(text, 0); token; token = tokenAt(text, token.end)) at = token.end;
  return skipSpace(text, at);
}

/** A value in a JSON text. */
interface PlacedValue {
  readonly offset: number;
  /** 0 for the outermost. */
  readonly depth: number;
  /** Its name or index in what holds it. */
  readonly name: string | number;
  /** Whether what holds it had a member of this name before. */
  readonly again: boolean;
}

/** Every value of a text that is JSON, outer ones first, in their order. */
function* valuesOf(text: string): Generator<PlacedValue> {
  const open: { readonly names: Set<string> | undefined; name: string | number; again: boolean }[] = [];
  let nameIsNext = false;
  for (let token = tokenAt(text, 0); token; token = tokenAt(text, token.end)) {
    const { start, end } = token;
    const holder = open.at(-1);
    const sign = text[start];
    if (sign === '}' || sign === ']') {
      open.pop();
      nameIsNext = false;
    } else if (sign === ',') {
      nameIsNext = holder?.names !== undefined;
      if (holder && !holder.names) holder.name = Number(holder.name) + 1;
    } else if (sign === ':') {
      nameIsNext = false;
    } else if (nameIsNext && holder?.names) {
      const written = text.slice(start + 1, end - 1);
      holder.name = written.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : written;
      holder.again = holder.names.has(holder.name);
      holder.names.add(holder.name);
    } else {
      yield { offset: start, depth: open.length, name: holder?.name ?? '', again: holder?.again ?? false };
      nameIsNext = sign === '{';
      if (sign === '{') open.push({ names: new Set(), name: '', again: false });
      if (sign === '[') open.push({ names: undefined, name: 0, again: false });
    }
  }
}

const word = /true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The token behind a place; `undefined` where the text ends or has none. */
function tokenAt(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  const start = skipSpace(text, from);
  const sign = text[start];
  if (sign === undefined) return undefined;
  if ('{}[],:'.includes(sign)) return { start, end: start + 1 };
  if (sign === '"') {
    const end = endOfString(text, start);
    return end === undefined ? undefined : { start, end };
  }
  word.lastIndex = start;
  return word.test(text) ? { start, end: word.lastIndex } : undefined;
}

/** A loop, and no pattern: a text of megabytes would exhaust the stack of a pattern. */
function endOfString(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++;
  return at;
}
