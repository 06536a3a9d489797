import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { alone } from '../../files/alone.ts';
import { canonicalJson } from '../../files/canonical-json.ts';
import { parseData } from '../../files/data-file.ts';
import { place } from '../../files/place.ts';
import { readPlain, textOf } from '../../files/read-plain.ts';
import { isTemporary } from '../../files/temporary.ts';
import { UserError } from '../../files/user-error.ts';
import { writableFolder } from '../../files/writable-folder.ts';
import { writeFileAtomic } from '../../files/write-atomic.ts';
import type { Results } from '../../spec/results/schema.ts';
import { keptRunOf } from './kept-run.ts';
import { KeptRun } from './schema.ts';

/** A run that is kept, by the name of its file: its day, and a number where there were several. */
export interface NamedRun {
  readonly id: string;
  readonly run: KeptRun;
}

/** The most bytes of a file, several times what a run of today takes; and the most runs that are looked at, the latest ones. */
const mostBytes = 4 * 2 ** 20;
const mostRuns = 100;

const fileName = /^(\d{4}-\d{2}-\d{2})(?:-([1-9]\d{0,5}))?\.json$/;

/** The kept run as it is written: the same run gives the same bytes. */
export const keptRunText = (results: Results): string => `${canonicalJson(keptRunOf(results))}\n`;

/**
 * The runs that are kept in a folder, in the order in which they were.
 *
 * @throws {UserError} the folder is not there, or holds what is no kept run.
 */
export async function readHistory(folder: string): Promise<NamedRun[]> {
  const names = await namesIn(folder);
  return names.slice(-mostRuns).map((name): NamedRun => {
    const path = join(folder, name);
    const bytes = readPlain(path, 'kept run', { most: mostBytes });
    const run = parseData(textOf(bytes, path, 'kept run'), path, KeptRun, 'kept run');
    const id = name.slice(0, -'.json'.length);
    if (id.startsWith(run.asOf)) return { id, run };
    throw new UserError(`this file is of a run of ${run.asOf}, and its name says otherwise`, {
      where: place(path),
      hint: 'give it its name back, or remove it',
    });
  });
}

/**
 * Keeps a run in a folder, which is made where it is missing. A run that is kept already is not kept twice.
 *
 * @returns its file
 * @throws {UserError} the folder holds what is no kept run, or cannot be written to.
 */
export async function keepRun(folder: string, results: Results): Promise<string> {
  const target = await writableFolder(folder);
  return alone(target, async () => {
    const text = keptRunText(results);
    const { asOf } = results.run;
    const ofDay = (await namesIn(target)).filter((name) => name.startsWith(asOf));
    const same = ofDay.find(
      (name) => readPlain(join(target, name), 'kept run', { most: mostBytes }).toString() === text,
    );
    if (same !== undefined) return join(folder, same);
    const last = Math.max(0, ...ofDay.map(numberOf));
    const name = last === 0 ? `${asOf}.json` : `${asOf}-${last + 1}.json`;
    await writeFileAtomic(join(target, name), text);
    return join(folder, name);
  });
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`the runs that are kept cannot be read (${error.code})`, {
      where: place(folder),
      hint: 'name the folder that "report --keep <folder>" wrote to',
    });
  });
  const own = names.filter((name) => !isTemporary(name) && !name.startsWith('.'));
  const foreign = own.find((name) => !fileName.test(name));
  if (foreign !== undefined) {
    throw new UserError('this is no kept run: they are called by their day, such as 2026-11-20.json', {
      where: place(join(folder, foreign)),
      hint: 'move it to another folder, or name the folder that "report --keep <folder>" wrote to',
    });
  }
  return own.sort((a, b) => (dayOf(a) === dayOf(b) ? numberOf(a) - numberOf(b) : dayOf(a) < dayOf(b) ? -1 : 1));
}

const dayOf = (name: string): string => fileName.exec(name)?.[1] ?? '';
const numberOf = (name: string): number => Number(fileName.exec(name)?.[2] ?? 1);
