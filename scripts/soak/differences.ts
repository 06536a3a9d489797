/** What differs between the results and the evidence of two runs. Pure, but for reading them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type Json } from '../../lib/canonical-json.ts';

/** Files of a run that hold nothing of when and how fast it ran, by their path in its folder, sorted. */
async function filesOf(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name) && entry.name !== 'timings.json')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

/**
 * Compares two runs, byte by byte.
 *
 * @returns nothing where they are the same, else a line for each difference: of each file the first cases that differ, of each the first member
 */
export async function differencesOf(one: string, other: string): Promise<string[]> {
  const [ones, others] = (await Promise.all([one, other].map(filesOf))) as [string[], string[]];
  const of = (name: string) => name.replace(/\.[0-9a-f]{16}\.jsonl$/, '');
  const pairs = [...new Set([...ones, ...others].map(of))].map(
    (name) => [name, ones.find((each) => of(each) === name), others.find((each) => of(each) === name)] as const,
  );
  const compared = pairs.map(async ([name, a, b]) => {
    if (a === undefined || b === undefined) return [`${name}: written by one of the runs alone`];
    const [left, right] = await Promise.all([readFile(join(one, a), 'utf8'), readFile(join(other, b), 'utf8')]);
    return left === right
      ? []
      : differencesBetween(left, right, a.endsWith('.jsonl')).map((line) => `${name}: ${line}`);
  });
  return (await Promise.all(compared)).flat();
}

/** How many differences are told of a file. */
const most = 5;

/** The differences between two texts of JSON, or of lines of JSON, in words, and how many more there are; of each case the first. */
export function differencesBetween(left: string, right: string, isLines = false): string[] {
  const parse = (text: string): Json =>
    isLines
      ? text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : JSON.parse(text);
  const all = differences(parse(left), parse(right), '').toArray();
  if (all.length === 0) return ['the same values in another order or notation'];
  return [...all.slice(0, most), ...(all.length > most ? [`and ${all.length - most} more`] : [])];
}

/** Of a list of cases the first difference of each, of another list the first, of an object all. */
function* differences(left: Json | undefined, right: Json | undefined, path: string): Generator<string> {
  if (Array.isArray(left) && Array.isArray(right)) {
    const length = Math.max(left.length, right.length);
    for (let at = 0; at < length; at++) {
      const name = nameOf(left[at]) ?? nameOf(right[at]);
      const [first] = differences(left[at], right[at], `${path}[${name ?? at}]`).take(1);
      if (first === undefined) continue;
      yield first;
      if (name === undefined) return;
    }
  } else if (left !== undefined && right !== undefined && isJsonObject(left) && isJsonObject(right)) {
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      yield* differences(left[name], right[name], path === '' ? name : `${path}.${name}`);
    }
  } else if (left !== right) yield `${path}: ${excerpt(left)} and ${excerpt(right)}`;
}

/** The case that an element of a list is about. */
function nameOf(element: Json | undefined): string | undefined {
  if (element === undefined || !isJsonObject(element)) return undefined;
  const { case: theCase, id } = element;
  return [theCase, id].find((name): name is string => typeof name === 'string');
}

const longest = 200;
const excerpt = (value: Json | undefined): string => (JSON.stringify(value) ?? 'nothing').slice(0, longest);
