/** Keeps what data files of this project parse to: to parse YAML and to compile a schema takes many times as long as reading that. */
import { hash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { lruCache, memoize } from './memoize.ts';

const root = join(import.meta.dirname, '..');

/** Lies with the packages, which git does not see and `npm ci` removes; `scripts/compile-cache.js` creates it. */
const cacheFolder = join(root, 'node_modules/.cache/atc');

const hashOf = memoize((schema: object) => hash('sha256', JSON.stringify(schema)));

/** In characters. Larger files are no data that is written by hand. */
const longest = 500_000;
/** Of files elsewhere: JSON may be what a program wrote, of which too much would be remembered. */
const longestElsewhere = { '.yaml': longest, '.json': 150_000 };

/** What files outside of this project came to. */
const elsewhere = lruCache<string | undefined>();

/**
 * What `parse` returned when an earlier process had the same text and schema, else what it returns now. A kept value that is damaged,
 * or cannot be written, costs nothing but time. Of files outside of this project nothing is written; this process remembers what they came to. Who
 * makes the parser or `validator.ts` stricter removes the folder, as `npm ci` does: it has what was accepted before.
 *
 * @param schema what the value was validated against: plain data
 * @param folder where values are kept, one file for each path
 */
export function keptParse<T>(
  text: string,
  path: string,
  schema: object,
  parse: () => T,
  folder: string = cacheFolder,
): T {
  const full = resolve(path);
  const isOwn = full.startsWith(root + sep);
  const most = isOwn ? longest : (longestElsewhere[extname(full) as keyof typeof longestElsewhere] ?? 0);
  if (text.length > most) return parse();
  const key = hash('sha256', `${hashOf(schema)}\n${text}`);
  if (!isOwn) {
    let parsed: { readonly value: T } | undefined;
    const json = elsewhere(key, () => {
      parsed = { value: parse() };
      return jsonOf(parsed.value);
    });
    return parsed ? parsed.value : json === undefined ? parse() : JSON.parse(json);
  }
  const file = join(folder, `parsed-${hash('sha256', full).slice(0, 16)}`);
  const kept = read(file, key);
  if (kept !== undefined) return kept as T;
  const value = parse();
  keep(file, key, value);
  return value;
}

function read(file: string, key: string): unknown {
  try {
    const [ownKey, checksum, json = ''] = readFileSync(file, 'utf8').split('\n');
    return ownKey === key && checksum === hash('sha256', json) ? JSON.parse(json) : undefined;
  } catch {
    return undefined;
  }
}

function keep(file: string, key: string, value: unknown): void {
  const json = jsonOf(value);
  if (json === undefined) return;
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, `${key}\n${hash('sha256', json)}\n${json}`);
    renameSync(temporary, file);
  } catch {
    // The next process parses the file again.
  }
}

/** A value as JSON, where that holds all of it. */
function jsonOf(value: unknown): string | undefined {
  const json = JSON.stringify(value);
  return isDeepStrictEqual(JSON.parse(json), value) ? json : undefined;
}
