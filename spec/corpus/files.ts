import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { readDataFile } from '../../lib/data-file.ts';
import { UserError } from '../../lib/user-error.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { replaySettings } from '../engine/replay-settings.ts';
import type { CorpusUnit } from './corpus-report.ts';
import type { CorpusFolder, FolderWithoutColumn } from './folders.ts';
import { type CorpusExchange, CorpusFile } from './format.ts';
import { toExchanges } from './to-exchange.ts';

/** What a corpus holds: the files of every folder, by name. */
export interface CorpusListing {
  /** One entry per folder of each directory that the corpus lies in. */
  readonly known: readonly {
    readonly directory: string;
    readonly folder: CorpusFolder;
    readonly files: readonly string[];
  }[];
  readonly withoutColumn: readonly { readonly folder: string; readonly reason: string; readonly files: number }[];
}

const howToSet = `set CORPUS_DIR to the directory that holds a folder of recordings per provider API, or to several, with "${delimiter}" between them`;

/**
 * Lists the files of a corpus, in the order of its directories, then of name. Nothing of them is read.
 *
 * @param directories one or several directories, with the system's path separator between them
 * @throws {UserError} no directory is given, or one cannot be read or holds no folder with a JSON file.
 */
export async function listCorpus(
  directories: string | undefined,
  folders: readonly (CorpusFolder | FolderWithoutColumn)[],
): Promise<CorpusListing> {
  const listed = (directories ?? '').split(delimiter).filter((directory) => directory !== '');
  if (listed.length === 0) {
    throw new UserError('CORPUS_DIR is not set', { hint: howToSet });
  }
  const known: CorpusListing['known'][number][] = [];
  const withoutColumn: CorpusListing['withoutColumn'][number][] = [];
  for (const directory of listed) {
    const found = await Promise.all(
      (await foldersIn(directory)).map(async (name) => ({ name, files: await jsonIn(join(directory, name)) })),
    );
    const filled = found.filter(({ files }) => files.length > 0);
    if (filled.length === 0) {
      throw new UserError('CORPUS_DIR: no subfolder has a recording (*.json)', { where: directory, hint: howToSet });
    }
    for (const { name, files } of filled) {
      const folder = folders.find((f) => f.folder === name);
      if (folder && 'providerApi' in folder) known.push({ directory, folder, files });
      else {
        const reason = folder?.reason ?? 'not a folder this suite knows';
        withoutColumn.push({ folder: name, reason, files: files.length });
      }
    }
  }
  return { known, withoutColumn };
}

/** What was read, by path: tests and commands look at the same files for one thing after the other. */
const read = new Map<string, CorpusUnit>();

/** Read once per process. @throws {UserError} the file is malformed. */
export async function readUnit(directory: string, folder: CorpusFolder, name: string): Promise<CorpusUnit> {
  const path = join(directory, folder.folder, name);
  const known = read.get(path);
  if (known) return known;
  const file = await readDataFile(path, CorpusFile, 'corpus file');
  const unit = { name: `${folder.folder}/${name}`, folder, file };
  read.set(path, unit);
  return unit;
}

/** A file of a corpus, with each of its exchanges as it can be served; without those that cannot. */
export interface RealUnit {
  readonly unit: CorpusUnit;
  readonly exchanges: readonly {
    /** `<file> exchanges[<number>]` */
    readonly place: string;
    readonly recorded: CorpusExchange;
    readonly served: readonly Exchange[];
  }[];
}

/** What a provider API itself said, in the order of the files; other vendors that speak its wire are left out. @throws {UserError} a file is malformed. */
export async function realUnits({ known }: CorpusListing, column: ProviderApi): Promise<readonly RealUnit[]> {
  const home = { ...column, baseUrl: replaySettings(column).baseUrl };
  const units: RealUnit[] = [];
  for (const { directory, folder, files } of known) {
    if (folder.providerApi !== column.id || folder.vendor !== undefined) continue;
    for (const name of files) {
      const unit = await readUnit(directory, folder, name);
      const known = real.get(unit) ?? { unit, exchanges: servedOf(unit, home) };
      real.set(unit, known);
      units.push(known);
    }
  }
  return units;
}

const real = new WeakMap<CorpusUnit, RealUnit>();

const servedOf = ({ name, folder, file }: CorpusUnit, home: Parameters<typeof toExchanges>[2]): RealUnit['exchanges'] =>
  file.exchanges.flatMap((recorded, i) => {
    const served = toExchanges(recorded, folder, home);
    return 'reason' in served ? [] : { place: `${name} exchanges[${i}]`, recorded, served };
  });

async function foldersIn(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`CORPUS_DIR: cannot read this folder (${code})`, { where: directory, hint: howToSet });
  }
}

const jsonIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
