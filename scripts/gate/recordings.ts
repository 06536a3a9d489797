/** Recordings as the sides of a comparison: what changed in them, and what comes out of the cases behind them with both. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { countOf } from '../../lib/count-of.ts';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { type Cassettes, transports } from '../../recordings/format/cassette.ts';
import { parseCassettes, serializeCassettes } from '../../recordings/format/cassette-file.ts';
import {
  cassetteNames,
  cassettesFolder,
  fileNameOf,
  harHint,
  listCassettes,
  parseCassettePath,
} from '../../recordings/format/cassette-path.ts';
import type { Decision } from '../../reports/gate/decision-schema.ts';
import { adapterPart, matchesAny, parsePattern, patternPart } from '../../spec/engine/case-pattern.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { today } from '../../spec/engine/selection.ts';
import { scenarioSubjects } from '../../spec/scenarios/schema.ts';
import { rejectedPath } from '../diff/accept.ts';
import { type ChangedCassette, decideOnCassettes } from '../diff/decide-on-cassettes.ts';
import { bytesAt, filesAt, touchedSince } from '../git.ts';
import { revisionBase } from './base.ts';

/** Which recordings are compared. */
export interface RecordingsChoice {
  /** Cassettes, or folders of them; all where none is named. Those outside of `recordings/cassettes` are the newer side. */
  readonly paths: readonly string[];
  /** The older side: a folder of cassettes, or a git revision. */
  readonly base: string;
  /** Whether a cassette is compared, by the first two parts of its name; all are unless told. */
  readonly isChosen?: (providerApi: string, tool: string) => boolean;
  /** The cassettes of the repository; another folder for tests. */
  readonly folder?: string;
}

/** What is judged, and how strictly. */
export interface RecordingsGate extends Omit<RecordingsChoice, 'isChosen'> {
  /** Patterns of who plays which cassettes, `<adapter>/<tool>`; all where there is none. */
  readonly cases: readonly string[];
  readonly asOf?: string | undefined;
  /** Whether cases that change answers on their way are played too. */
  readonly all: boolean;
  /** Rules whose findings are accepted. */
  readonly accepted: readonly string[];
}

/**
 * Plays the cases behind recordings that changed with the older and with the newer ones, and decides.
 *
 * @throws {UserError} the choice is wrong, or a file that the suite is made from is malformed.
 */
export async function gateRecordings({
  all,
  cases,
  accepted,
  asOf = today(),
  ...choice
}: RecordingsGate): Promise<Decision> {
  const { folder = cassettesFolder } = choice;
  const adapters = await discoverAdapters();
  const parts = [adapterPart(adapters), patternPart('tool', () => [...scenarioSubjects, 'shared'])];
  const isMeant = matchesAny(cases.flatMap((pattern) => parsePattern(pattern, parts)));
  const isChosen = (api: string, tool: string) =>
    cases.length === 0 || adapters.some(({ id, providerApi }) => providerApi === api && isMeant([id, tool]));
  const { base, changed } = await sidesOf({ ...choice, isChosen });
  const { notes, ...named } = base;
  const playing = adapters.flatMap(({ id }) => (isMeant([id]) ? id : []));
  const only = cases.length > 0 ? { adapters: playing } : {};
  const decision = await decideOnCassettes(changed, { base: named, folder, accepted, asOf, faults: all, ...only });
  const more = await notesOn(decision, rejectedPath(folder));
  return { ...decision, notes: [...notes, ...more, ...decision.notes] };
}

/** What else to look at: in what changed, and in the folder of recordings that were refused their place. */
export async function notesOn({ recordings = [], counts, passes }: Decision, aside: string): Promise<string[]> {
  const files = (await listCassettes(aside)).filter((path) => path.endsWith('.json'));
  const kept = files.map((path) => fileNameOf(path, aside));
  const breaks = recordings.some(({ changes }) => changes.some((c) => c.severity === 'breaking'));
  const notes = [
    recordings.length > 0 &&
      counts.cases === 0 &&
      'no case uses these recordings: add scenarios of the same names to spec/scenarios, or remove the recordings',
    breaks &&
      counts.cases > 0 &&
      passes &&
      'the wire format changed, but no case got worse: consider a reader or check for the change',
    kept.length > 0 &&
      `${countOf(kept.length, 'rejected recording')} in recordings/rejected, with reasons: ${kept.join(', ')}; compare: npm run atc -- gate --base recordings/cassettes --recordings recordings/rejected`,
  ];
  return notes.filter((note) => note !== false);
}

// Which cassettes differ, with the bytes of both

/** The older side by its name; of a revision, which commit it is. */
interface RecordingsBase extends Pick<Decision['base'], 'name' | 'commit'> {
  readonly notes: readonly string[];
}

/** One side: which cassette files may differ from the other, and what it has of them. */
interface CassetteFiles {
  readonly names: readonly string[];
  readonly read: (name: string) => Promise<Buffer | undefined>;
}

/**
 * The cassettes that differ.
 *
 * @throws {UserError} a path, revision, folder or tool is none; or a file cannot be read.
 */
export async function sidesOf(
  choice: RecordingsChoice,
): Promise<{ readonly base: RecordingsBase; readonly changed: readonly ChangedCassette[] }> {
  const { folder = cassettesFolder, isChosen: isMeant = () => true } = choice;
  const paths = choice.paths.map((path) => resolved(path, folder));
  const foreign = paths.filter((path) => !isWithin(path, folder));
  if (foreign.length > 0 && foreign.length < paths.length) {
    throw new UserError('some cassettes are in the repository, others are not', {
      hint: 'compare them in two commands: one for those of the repository, one for the others',
    });
  }
  const elsewhere = foreign.length > 0 ? await cassettesElsewhere(foreign) : undefined;
  const { base, ...before } = await olderSide(choice.base, folder, elsewhere);
  const after = elsewhere ?? cassettesIn(folder, []);
  const isChosen = (name: string) =>
    isMeant(...(name.split('/') as [string, string])) &&
    (elsewhere || paths.length === 0 || paths.some((path) => isWithin(join(folder, name), path)));
  const changed: ChangedCassette[] = [];
  for (const name of [...new Set([...before.names, ...after.names])].filter(isChosen).sort()) {
    const [was, is] = [await before.read(name), await after.read(name)];
    if (was && is ? was.equals(is) : !was && !is) continue;
    changed.push(...changedIn(name, was, is, elsewhere !== undefined));
  }
  return { base, changed };
}

/**
 * The recordings of a file that differ; where only the file is written otherwise, all.
 *
 * @param isPart the newer side is some recordings: it says nothing of others in the same file
 */
function changedIn(
  name: string,
  before: Buffer | undefined,
  after: Buffer | undefined,
  isPart: boolean,
): ChangedCassette[] {
  const [was, is] = [recordingsIn(before, name), recordingsIn(after, name)];
  const some = transports.filter((transport) => (isPart && is ? is[transport] : (was?.[transport] ?? is?.[transport])));
  // Of a file that cannot be read nobody knows what is in it.
  const all = (some.length > 0 ? some : transports.slice(0, 1)).map((transport) => {
    const [old, young] = [was, is].map((found) => (found ? found[transport] : 'unreadable'));
    const sides = { ...(old && before ? { before } : {}), ...(young && after ? { after } : {}) };
    return { isSame: old === young && young !== 'unreadable', changed: { name: `${name}#${transport}`, ...sides } };
  });
  const isSpelledOtherwise = all.every(({ isSame }) => isSame) && JSON.stringify(was) === JSON.stringify(is);
  return all.filter(({ isSame }) => isSpelledOtherwise || !isSame).map(({ changed }) => changed);
}

/** The recordings in the bytes of a file, as text; none where there is no file, nothing where it cannot be read. */
function recordingsIn(
  bytes: Buffer | undefined,
  name: string,
): { readonly [T in keyof Cassettes]?: string } | undefined {
  try {
    const found = bytes ? parseCassettes(decodeText(bytes, name, 'cassette'), name) : {};
    return Object.fromEntries(
      Object.entries(found).map(([transport, cassette]) => [transport, serializeCassettes({ [transport]: cassette })]),
    );
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** The older side: a folder that is there, else a revision. */
async function olderSide(
  name: string,
  folder: string,
  after: CassetteFiles | undefined,
): Promise<CassetteFiles & { readonly base: RecordingsBase }> {
  const other = resolve(name);
  if (statSync(other, { throwIfNoEntry: false })?.isDirectory()) {
    const names = after ? after.names : [...(await namesIn(other)), ...(await namesIn(folder))];
    return { base: { name, notes: [] }, ...cassettesIn(other, names) };
  }
  const { commit, notes } = await revisionBase(name, folder);
  const revision = { name, commit };
  const there = new Set(await filesAt(revision, folder));
  return {
    base: { ...revision, notes },
    names: (after ? after.names : await touchedSince(revision, folder)).filter(isCassette),
    read: async (path) => (there.has(path) ? bytesAt(revision, folder, path) : undefined),
  };
}

const cassettesIn = (folder: string, names: readonly string[]): CassetteFiles => ({
  names,
  read: async (name) => readIfExists(join(folder, name), 'cassette', { within: folder }),
});

const namesIn = async (folder: string): Promise<string[]> =>
  (await listCassettes(folder)).map((path) => fileNameOf(path, folder)).filter(isCassette);

const isCassette = (name: string): boolean => parseCassettePath(join(cassettesFolder, name)) !== undefined;

/** Cassettes that lie outside of the repository's folder, by their last three names. */
async function cassettesElsewhere(paths: readonly string[]): Promise<CassetteFiles> {
  const files = (await Promise.all(paths.map(filesIn))).flat();
  const found = new Map<string, string>();
  for (const file of files) {
    const name = fileNameOf(file, rootOf(file));
    if (!isCassette(name)) continue;
    const other = found.get(name);
    if (other !== undefined && other !== file) {
      throw new UserError(`has the same name as ${displayPath(other)}`, {
        where: displayPath(file),
        hint: 'name only one of them',
      });
    }
    found.set(name, file);
  }
  if (found.size === 0) {
    const har = files.find((file) => file.endsWith('.har'));
    throw new UserError('no cassettes found', {
      where: paths.map(displayPath).join(', '),
      hint: har === undefined ? `cassettes have names like ${cassetteNames}` : harHint(har, rootOf(har)),
    });
  }
  return {
    names: [...found.keys()],
    read: async (name) => {
      const file = found.get(name);
      return file === undefined ? undefined : readIfExists(file, 'cassette', { within: rootOf(file) });
    },
  };
}

const rootOf = (file: string): string => dirname(dirname(dirname(file)));

const filesIn = async (path: string): Promise<string[]> =>
  statSync(path).isDirectory() ? listCassettes(path) : [path];

/** A path as it was given, or as one in the cassettes. One that is gone may be named still: it may have been removed. */
function resolved(path: string, folder: string): string {
  const [given, inFolder] = [resolve(path), resolve(folder, path)];
  if (existsSync(given) || isWithin(given, folder)) return given;
  if (existsSync(inFolder) || parseCassettePath(inFolder, folder)) return inFolder;
  throw new UserError('no such cassette or folder', {
    where: displayPath(given),
    hint: `name its path, or ${cassetteNames}`,
  });
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(join(folder, '/'));
