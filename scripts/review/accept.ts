/** The gate before a recording: nothing that is there is overwritten by what makes a cell worse. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { alone } from '../../files/alone.ts';
import { place } from '../../files/place.ts';
import { readIfThere, textOf } from '../../files/read-plain.ts';
import { UserError } from '../../files/user-error.ts';
import { visible } from '../../files/visible.ts';
import { writeFilesAtomic } from '../../files/write-atomic.ts';
import { loadMatrix } from '../../matrix/load.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import type { Change } from '../../recordings/format/change.ts';
import { cassettesFolder, parseCassettePath, refuseStrangePath } from '../../recordings/format/location.ts';
import { parseCassette } from '../../recordings/format/read.ts';
import { nameOf, type Shelf } from '../../recordings/format/shelf.ts';
import { serializeCassette, writeCassette } from '../../recordings/format/write.ts';
import { changesOf } from '../../recordings/review/changes-of.ts';
import { type CaseChange, compare } from '../../reports/compare/compare.ts';
import { changeName } from '../../reports/gate/words.ts';
import { code } from '../../reports/markdown/code.ts';
import { isAcceptable } from '../../reports/summary/summary.ts';
import { today } from '../../spec/engine/selection.ts';
import { type PlayedCase, recordingSides } from './play-sides.ts';
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
  readonly flips: readonly CaseChange[];
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
  const matrix = await loadMatrix();
  const column = matrix.providers.find(({ id }) => id === parseCassettePath(path, folder)?.providerApi);
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
  const asOf = today();
  const cases = await withCandidates([{ name, bytes }], (instead) =>
    played({ before: { folder }, after: { folder, instead }, changed: [name], faults, asOf }, request.player, onCase),
  );
  if (cases.length === 0) throw unplayed(path);
  const sides = recordingSides(cases, matrix, asOf);
  const flips = compare(sides.before, sides.after).cases;
  const objections = objectionsTo(cases, flips);
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
  const reason = visible(`${first.after.id}: ${first.why}${more}`);
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
): Promise<PlayedCase[]> {
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

// What speaks against it

/** A case that speaks against a recording. */
interface Objection extends PlayedCase {
  readonly why: string;
}

/**
 * Cases that come out worse, and those that say that the recording itself is at fault, whatever was said of the one before. A recording
 * that no case could be played from proves nothing.
 */
function objectionsTo(cases: readonly PlayedCase[], flips: readonly CaseChange[]): Objection[] {
  const worse = new Set(flips.filter(({ direction }) => direction === 'worse').map(({ id }) => id));
  const bad = cases
    .filter(({ after }) => worse.has(after.id) || isFaulty(after))
    .map((c) => ({ ...c, why: `${c.before.verdict} → ${c.after.verdict}: ${whyOf(c)}` }));
  if (bad.length > 0 || cases.some(({ after }) => isAcceptable(after))) return bad;
  return cases.slice(0, 1).map((c) => ({ ...c, why: `no case passes with it: ${whyOf(c)}` }));
}

/** Cases that play many conversations are at fault for another of them as well. */
const isFaulty = ({ implementation, kind, verdict }: PlayedCase['after']): boolean =>
  implementation === 'reference' && kind !== 'setup' && kind !== 'fault' && verdict === 'error';

/** What the verdict says: of a failure the first finding, and which checks are not listed where some are. */
const whyOf = ({ after }: PlayedCase): string => after.reason ?? after.verdict;

interface Refused {
  readonly cassette: string;
  readonly place: string;
  readonly keptAt: string;
  readonly objections: readonly Objection[];
  readonly changes: readonly Change[];
}

/** The most that is told of each. */
const most = { objections: 50, changes: 50, text: 500 };

/** The page that is kept beside a recording that was put aside. What a provider said stands in code spans. */
function reasonPage({ cassette, place: own, keptAt, objections, changes }: Refused): string {
  const weighty = changes.filter(({ severity }) => severity !== 'quiet');
  const excerpt = (text: string | undefined) => (text === undefined ? 'nothing' : code(text, most.text));
  const lines = [
    `# Put aside: ${code(cassette, most.text)}`,
    '',
    `With this recording cases come out worse than with the one at ${code(own, most.text)}, which was left as it is.`,
    '',
    '## Cases',
    '',
    ...objections
      .slice(0, most.objections)
      .flatMap((o) => [
        `- ${code(o.after.id, most.text)}, cell ${code(`${o.after.tool}/${o.after.providerApi}`, most.text)}: ${o.before.verdict} → **${o.after.verdict}**`,
        `  - ${code(whyOf(o), most.text)}`,
      ]),
    ...(objections.length > most.objections ? ['', `… and ${objections.length - most.objections} more.`] : []),
    ...(weighty.length > 0 ? ['', '## What the provider says otherwise', ''] : []),
    ...weighty.slice(0, most.changes).map((change) => {
      const { operation, side, event, pointer, before, after } = change;
      const where = [operation, side, event?.type, pointer].filter(Boolean).join(' ');
      return `- ${changeName(change)}, ${code(where, most.text)}: ${excerpt(before)} → ${excerpt(after)}`;
    }),
    '',
    '## What to do',
    '',
    '- Where the provider is right and has changed: mend what a finding names (reader, adapter or scenario; an entry in the exceptions of a foreign adapter), then record again or move the file to its place.',
    '- Where its own types do not allow what it says: a newer version of its SDK may, else `scripts/wire-schemas/widened` says so with the source.',
    '- Where the recording is at fault (a conversation that went another way, an answer cut short): record it again.',
    `- See what it would change: \`npm run atc -- gate --base recordings/cassettes --recordings\` with ${code(keptAt, most.text)}.`,
  ];
  return `${lines.join('\n')}\n`;
}

// Recordings that are played from without having taken their place

/** A recording as it would lie on disk; without bytes, one that is not there. */
export interface Candidate {
  readonly name: string;
  readonly bytes?: string | Uint8Array | undefined;
}

/** Puts recordings into a folder of their own while they stand in for those of the same name. */
export async function withCandidates<T>(
  all: readonly Candidate[],
  use: (instead: NonNullable<Shelf['instead']>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atc-candidates-'));
  try {
    for (const { name, bytes } of all) {
      if (bytes === undefined) continue;
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
    }
    return await use({ folder, cassettes: all.map(({ name }) => name) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
