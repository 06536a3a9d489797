/** Cassettes in two versions: what changed in them, what comes out of the cases behind them with both, and what the gate decides. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeText } from '../../lib/read-regular-file.ts';
import { UserError } from '../../lib/user-error.ts';
import { loadMatrix } from '../../matrix/load.ts';
import type { Matrix } from '../../matrix/model.ts';
import { changesOf } from '../../recordings/diff/diff-cassettes.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { parseCassettes } from '../../recordings/format/cassette-file.ts';
import { type CassetteSource, parseRecordingName } from '../../recordings/format/cassette-path.ts';
import { decide } from '../../reports/gate/decide.ts';
import type { ChangedRecording, Decision } from '../../reports/gate/decision-schema.ts';
import { publishedCheck } from '../../reports/results/assemble.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import { today } from '../../spec/engine/selection.ts';
import { type PlayedCase, recordingSides, type SidesRequest } from './replay-both.ts';
import { type OnCase, Player } from './replay-client.ts';

/** A recording that is not the same on both sides, with the bytes of its file; one of them may lack it. */
export interface ChangedCassette {
  /** `<provider-api>/<tool>/<scenario>.json#<transport>` */
  readonly name: string;
  readonly before?: Buffer;
  readonly after?: Buffer;
}

/** How cases are played, and how strictly it is decided. */
export interface CassettesRequest extends Pick<SidesRequest, 'adapters' | 'asOf' | 'faults'> {
  /** What the older side is called. */
  readonly base: Pick<Decision['base'], 'name' | 'commit'>;
  /** Where all other cassettes lie. */
  readonly folder: string;
  /** Rules whose findings are accepted. */
  readonly accepted: readonly string[];
  /** Who plays; for several decisions the same, closed by the caller. One of its own unless told. */
  readonly player?: Pick<Player, 'play'> | undefined;
  readonly onCase?: OnCase | undefined;
}

/** @throws {UserError} a file that the suite is made from is malformed. */
export async function decideOnCassettes(
  changed: readonly ChangedCassette[],
  { base, folder, accepted, player, onCase, asOf = today(), ...choice }: CassettesRequest,
): Promise<Decision> {
  const matrix = await loadMatrix();
  const names = changed.map(({ name }) => name);
  const side = (which: 'before' | 'after') => changed.map(({ name, [which]: bytes }) => ({ name, bytes }));
  const play = (by: Pick<Player, 'play'>) =>
    withCandidates(side('before'), (old) =>
      withCandidates(side('after'), (young) => {
        const shelves = { before: { folder, instead: old }, after: { folder, instead: young } };
        return by.play({ ...shelves, changed: names, asOf, ...choice }, onCase);
      }),
    );
  const cases = names.length === 0 ? [] : player ? await play(player) : await playedAlone(play);
  const { length } = cases;
  const counts = { generated: length, executed: length, asserted: length, compared: 0, connections: 0 };
  const { before, after } = recordingSides(cases, matrix, asOf);
  const checks = (await loadChecks()).map(publishedCheck);
  const recordings = changed.map((each) => changedRecording(each, matrix));
  return decide({ before, after: { ...after, checks, counts }, base, recordings, accepted });
}

async function playedAlone(play: (by: Player) => Promise<PlayedCase[]>): Promise<PlayedCase[]> {
  const own = new Player();
  try {
    return await play(own);
  } finally {
    await own.close();
  }
}

function changedRecording({ name, before, after }: ChangedCassette, matrix: Matrix): ChangedRecording {
  if (!before || !after) return { name, status: after ? 'added' : 'removed', changes: [] };
  const column = matrix.providers.find(({ id }) => id === name.split('/')[0]);
  try {
    return { name, status: 'changed', changes: column ? changesOf(read(before, name), read(after, name), column) : [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { name, status: 'changed', changes: [], problem: error.toString() };
  }
}

function read(bytes: Buffer, name: string): Cassette {
  const { file, transport } = parseRecordingName(name);
  const found = parseCassettes(decodeText(bytes, file, 'cassette'), file)[transport];
  if (!found) throw new Error(`${name} is not in its file`);
  return found;
}

/** A recording as it would lie on disk, with others in its file or alone; without bytes, one that is not there. */
interface Candidate {
  readonly name: string;
  /** Of its file: the same for all recordings in it. */
  readonly bytes?: string | Uint8Array | undefined;
}

/** Puts recordings into a folder of their own while they stand in for those of the same name. */
export async function withCandidates<T>(
  all: readonly Candidate[],
  use: (instead: NonNullable<CassetteSource['instead']>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atc-candidates-'));
  try {
    for (const { name, bytes } of all) {
      if (bytes === undefined) continue;
      const path = join(folder, parseRecordingName(name).file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
    }
    return await use({ folder, cassettes: all.map(({ name }) => name) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
