/** Which cassettes differ between two sets of them, with the bytes of both. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { demandKnown } from '../../files/demand-known.ts';
import { place } from '../../files/place.ts';
import { readIfThere } from '../../files/read-plain.ts';
import { UserError } from '../../files/user-error.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { cassettesFolder, listCassettes, parseCassettePath } from '../../recordings/format/location.ts';
import { nameOf } from '../../recordings/format/shelf.ts';
import { subjects } from '../../spec/scenarios/schema.ts';
import { bytesAt, filesAt, findRevision, touchedSince } from './revision.ts';

/** What to compare. */
export interface SidesChoice {
  /** Cassettes, or folders of them; all where none is named. Those outside of `recordings/cassettes` are the newer side. */
  readonly paths: readonly string[];
  /** The git revision that is the older side. */
  readonly base?: string | undefined;
  /** Instead, a folder of cassettes that is the older side. */
  readonly against?: string | undefined;
  readonly providers: readonly string[];
  readonly tools: readonly string[];
  /** The cassettes of the repository; another folder for tests. */
  readonly folder?: string;
}

/** A cassette that is not the same on both sides; one of them may lack it. */
export interface ChangedCassette {
  readonly name: string;
  readonly before?: Buffer;
  readonly after?: Buffer;
}

/** Both sides, as people call them, and what they differ in. */
export interface Sides {
  readonly before: string;
  readonly after: string;
  readonly changed: readonly ChangedCassette[];
}

/** One side: which cassettes may differ from the other, and what it has of them. */
interface Side {
  readonly shown: string;
  readonly names: readonly string[];
  readonly read: (name: string) => Promise<Buffer | undefined>;
}

/**
 * @throws {UserError} a path, revision, folder, provider API or tool is none; or a file cannot be read.
 */
export async function sidesOf(choice: SidesChoice): Promise<Sides> {
  const { folder = cassettesFolder, providers, tools } = choice;
  for (const id of providers) demandKnown('provider API', id, providerApiIds);
  for (const id of tools) demandKnown('tool', id, [...subjects, 'refused']);
  const paths = choice.paths.map((path) => resolved(path, folder));
  const foreign = paths.filter((path) => !isWithin(path, folder));
  if (foreign.length > 0 && foreign.length < paths.length) {
    throw new UserError('some of these lie in the cassettes of the repository, and some do not', {
      hint: 'compare them one after the other: what lies elsewhere is compared with what the repository has in its place',
    });
  }
  const after = foreign.length > 0 ? await elsewhere(foreign) : undefined;
  const before = await olderSide(choice, folder, after);
  const young = after ?? folderSide('the working tree', folder, []);
  const isChosen = (name: string) =>
    (providers.length === 0 || providers.includes(name.split('/')[0] ?? '')) &&
    (tools.length === 0 || tools.includes(name.split('/')[1] ?? '')) &&
    (after || paths.length === 0 || paths.some((path) => isWithin(join(folder, name), path)));
  const names = [...new Set([...before.names, ...young.names])].filter(isChosen).sort();
  const changed: ChangedCassette[] = [];
  for (const name of names) {
    const [was, is] = [await before.read(name), await young.read(name)];
    if (was && is ? was.equals(is) : !was && !is) continue;
    changed.push({ name, ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) });
  }
  return { before: before.shown, after: young.shown, changed };
}

/** The older side; of what lies elsewhere, unless told, the place that it would take. */
async function olderSide({ base, against }: SidesChoice, folder: string, after: Side | undefined): Promise<Side> {
  if (base !== undefined && against !== undefined) {
    throw new UserError('--base and --against both name the older side', { hint: 'leave out one of them' });
  }
  if (against !== undefined) {
    const other = resolve(against);
    if (!existsSync(other) || !statSync(other).isDirectory()) {
      throw new UserError('there is no such folder', {
        where: place(other),
        hint: 'name a folder laid out as recordings/cassettes',
      });
    }
    const theirs = await namesIn(other);
    return folderSide(place(other), other, after ? after.names : [...theirs, ...(await namesIn(folder))]);
  }
  if (after && base === undefined) return folderSide('the working tree', folder, after.names);
  const revision = await findRevision(base ?? 'HEAD', folder);
  const there = new Set(await filesAt(revision, folder));
  return {
    shown: `${revision.name} (${revision.commit.slice(0, 10)})`,
    names: (after ? after.names : await touchedSince(revision, folder)).filter(isCassette),
    read: async (name) => (there.has(name) ? bytesAt(revision, folder, name) : undefined),
  };
}

const folderSide = (shown: string, folder: string, names: readonly string[]): Side => ({
  shown,
  names,
  read: async (name) => readIfThere(join(folder, name), 'cassette', { within: folder }),
});

const namesIn = async (folder: string): Promise<string[]> =>
  (await listCassettes(folder)).map((path) => nameOf(path, folder)).filter(isCassette);

const isCassette = (name: string): boolean => parseCassettePath(join(cassettesFolder, name)) !== undefined;

/** Cassettes that lie outside of the repository's folder, by their last three names. */
async function elsewhere(paths: readonly string[]): Promise<Side> {
  const files = (await Promise.all(paths.map(filesIn))).flat();
  const found = new Map<string, string>();
  for (const file of files) {
    const root = dirname(dirname(dirname(file)));
    const name = nameOf(file, root);
    if (!isCassette(name)) continue;
    const other = found.get(name);
    if (other !== undefined && other !== file) {
      throw new UserError(`is called as ${place(other)} is`, { where: place(file), hint: 'compare one of them' });
    }
    found.set(name, file);
  }
  if (found.size === 0) {
    throw new UserError('there is no cassette', {
      where: paths.map(place).join(', '),
      hint: 'cassettes are called <provider-api>/<tool>/<scenario>.<json|sse|eventstream>.har',
    });
  }
  return {
    shown: paths.map(place).join(', '),
    names: [...found.keys()],
    read: async (name) => {
      const file = found.get(name);
      return file === undefined
        ? undefined
        : readIfThere(file, 'cassette', { within: dirname(dirname(dirname(file))) });
    },
  };
}

const filesIn = async (path: string): Promise<string[]> =>
  statSync(path).isDirectory() ? listCassettes(path) : [path];

/** A path as it was given, or as one in the cassettes. One that is gone may be named still: it may have been removed. */
function resolved(path: string, folder: string): string {
  const [given, inFolder] = [resolve(path), resolve(folder, path)];
  if (existsSync(given) || isWithin(given, folder)) return given;
  if (existsSync(inFolder) || parseCassettePath(inFolder, folder)) return inFolder;
  throw new UserError('there is no such cassette or folder', {
    where: place(given),
    hint: 'name it by its path, or as <provider-api>/<tool>/<scenario>.<transport>.har',
  });
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(join(folder, '/'));
