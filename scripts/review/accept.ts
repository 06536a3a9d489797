/** The gate before a recording: nothing that is there is overwritten by what makes a cell worse. */
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { alone } from '../../files/alone.ts';
import { place } from '../../files/place.ts';
import { readIfThere, textOf } from '../../files/read-plain.ts';
import { UserError } from '../../files/user-error.ts';
import { writeFilesAtomic } from '../../files/write-atomic.ts';
import { loadMatrix } from '../../matrix/load.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { cassettesFolder, parseCassettePath, refuseStrangePath } from '../../recordings/format/location.ts';
import { parseCassette } from '../../recordings/format/read.ts';
import { nameOf } from '../../recordings/format/shelf.ts';
import { serializeCassette, writeCassette } from '../../recordings/format/write.ts';
import type { Change } from '../../recordings/review/change.ts';
import { changesOf } from '../../recordings/review/changes-of.ts';
import { withCandidates } from './candidates.ts';
import { type Compared, isFlip } from './flip.ts';
import { objectionsTo, reasonPage } from './objections.ts';
import { type OnCase, Player } from './player.ts';

/** A recording that wants to take its place. */
export interface AcceptRequest {
  /** Where it belongs, absolute, in the folder. */
  readonly path: string;
  /** Scrubbed and steady, as it will be written. */
  readonly cassette: Cassette;
  /** Where cassettes lie; `recordings/cassettes` unless told. */
  readonly folder?: string;
  /** Where what is refused is kept; {@link asideOf} the folder unless told. */
  readonly aside?: string;
  /** Who plays; for several recordings the same, closed by the caller. One of its own unless told. */
  readonly player?: Pick<Player, 'play'>;
  /** Whether cases that change answers on their way are played too. */
  readonly faults?: boolean;
  /** Told of each case that was played, and of how many. */
  readonly onCase?: OnCase;
}

/** What came of it. Plain JSON. */
export interface Accepted {
  /** `<provider-api>/<tool>/<scenario>.<transport>.har` */
  readonly cassette: string;
  /** `unchanged`: the very bytes were there. `aside`: refused, and kept for somebody to look at. */
  readonly outcome: 'written' | 'unchanged' | 'aside';
  /** True where the cassette is new or has changed on disk. */
  readonly written: boolean;
  /** What the new one has otherwise; empty where there was none, or none that could be read. */
  readonly changes: readonly Change[];
  /** The cases that come out otherwise. */
  readonly flips: readonly Compared[];
  /** Why it was refused, in one line. */
  readonly reason?: string;
  /** Where it is kept then, as messages show it; why stands beside it. */
  readonly keptAt?: string;
}

/** Where what a folder of cassettes refused is kept: beside it. No run reads it. */
export const asideOf = (folder: string): string =>
  folder === cassettesFolder ? join(dirname(folder), 'aside') : `${folder}.aside`;

/** The file that says why a recording was put aside. */
export const reasonFile = (path: string): string => path.replace(/\.har$/, '.reason.md');

/**
 * Writes a recording in its place if it replays: it must hold what its scenario expects, and make no verdict worse than what is there.
 * Where nothing is there, its cases must pass or be listed as known. What is refused is kept aside, and nothing else changes.
 *
 * @throws {UserError} it has no place, no case plays it, it cannot be written, or another process writes there all the time.
 */
export async function acceptRecording(request: AcceptRequest): Promise<Accepted> {
  const { path, folder = cassettesFolder } = request;
  refuseStrangePath(path, folder);
  await mkdir(folder, { recursive: true });
  return alone(folder, () => judged(request), patience);
}

/** How long one recording waits for others to be judged, in milliseconds. */
const patience = 600_000;

async function judged({ path, cassette, folder = cassettesFolder, ...request }: AcceptRequest): Promise<Accepted> {
  const { aside = asideOf(folder), faults = false, onCase } = request;
  const name = nameOf(path, folder);
  const column = (await loadMatrix()).providers.find(({ id }) => id === parseCassettePath(path, folder)?.providerApi);
  if (!column) throw unplayed(path);
  const old = readIfThere(path, 'cassette', { within: folder });
  const keptAside = join(aside, name);
  const bytes = serializeCassette(cassette);
  if (old?.equals(Buffer.from(bytes))) {
    await forget(keptAside);
    return { cassette: name, outcome: 'unchanged', written: false, changes: [], flips: [] };
  }
  const [before, after] = [old && readable(old, path), readable(Buffer.from(bytes), path)];
  const changes = before && after ? changesOf(before, after, column) : [];
  const compared = await withCandidates([{ name, bytes }], (instead) =>
    played({ before: { folder }, after: { folder, instead }, changed: [name], faults }, request.player, onCase),
  );
  if (compared.length === 0) throw unplayed(path);
  const flips = compared.filter(isFlip);
  const objections = objectionsTo(compared);
  const [first] = objections;
  if (first === undefined) {
    await writeCassette(path, cassette, folder);
    await forget(keptAside);
    return { cassette: name, outcome: 'written', written: true, changes, flips };
  }
  const page = reasonPage({ cassette: name, place: place(path), keptAt: place(keptAside), objections, changes });
  await mkdir(aside, { recursive: true });
  await writeFilesAtomic(
    [
      { path: keptAside, content: bytes },
      { path: reasonFile(keptAside), content: page },
    ],
    aside,
  );
  const more = objections.length > 1 ? ` (and ${objections.length - 1} more)` : '';
  const reason = `${first.case}: ${first.why}${more}`;
  return { cassette: name, outcome: 'aside', written: false, changes, flips, reason, keptAt: place(keptAside) };
}

/** What cannot be read is nothing to compare; its cases tell of it. */
function readable(bytes: Buffer, path: string): Cassette | undefined {
  try {
    return parseCassette(textOf(bytes, path, 'cassette'), path);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

async function played(
  request: Parameters<Player['play']>[0],
  given: AcceptRequest['player'],
  onCase: OnCase | undefined,
): Promise<Compared[]> {
  if (given) return given.play(request, onCase);
  const own = new Player();
  try {
    return await own.play(request, onCase);
  } finally {
    await own.close();
  }
}

/** What was refused before no longer matters once a recording stands in its place. */
async function forget(keptAside: string): Promise<void> {
  await Promise.all([keptAside, reasonFile(keptAside)].map((path) => rm(path, { force: true })));
}

const unplayed = (path: string): UserError =>
  new UserError('no case plays a recording of this name, so nothing would be proven by it', {
    where: place(path),
    hint: 'cassettes are called <provider-api>/<tool>/<scenario>.<json|sse|eventstream>.har; the scenario stands in spec/scenarios',
  });
