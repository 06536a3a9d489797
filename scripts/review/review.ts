/** Cassettes that were recorded again: what changed, and which cells come out otherwise. */
import { textOf } from '../../files/read-plain.ts';
import { UserError } from '../../files/user-error.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { type Matrix, providerOf } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { cassettesFolder, listCassettes } from '../../recordings/format/location.ts';
import { parseCassette } from '../../recordings/format/read.ts';
import { nameOf } from '../../recordings/format/shelf.ts';
import type { Change } from '../../recordings/review/change.ts';
import { changesOf } from '../../recordings/review/changes-of.ts';
import { asideOf } from './accept.ts';
import { withCandidates } from './candidates.ts';
import { type Compared, isFlip } from './flip.ts';
import { type OnCase, Player } from './player.ts';
import { type ChangedCassette, type SidesChoice, sidesOf } from './sides.ts';

/** What to review, and how much of it. */
export interface ReviewRequest extends SidesChoice {
  /** Whether the cases behind the cassettes are played with both sides. */
  readonly play: boolean;
  /** Whether cases that change answers on their way are played too. */
  readonly faults: boolean;
  readonly onCase?: OnCase;
}

/** A cassette that is not the same on both sides. */
export interface ReviewedCassette {
  readonly name: string;
  readonly status: 'added' | 'removed' | 'changed';
  readonly changes: readonly Change[];
  /** Why nothing can be said of its changes. */
  readonly problem?: string;
}

/** What came of it. Plain JSON. */
export interface Review {
  readonly before: string;
  readonly after: string;
  readonly cassettes: readonly ReviewedCassette[];
  /** How many cases were played with both sides; absent where none was to be. */
  readonly played?: number;
  readonly flips: readonly Compared[];
  /** Recordings that were refused their place, and lie aside. */
  readonly aside: readonly string[];
}

/** @throws {UserError} the choice is wrong, or a file that the suite is made from is malformed. */
export async function review({ play, faults, onCase, ...choice }: ReviewRequest): Promise<Review> {
  const { folder = cassettesFolder } = choice;
  const { before, after, changed } = await sidesOf(choice);
  const matrix = await loadMatrix();
  const compared = play && changed.length > 0 ? await played(changed, folder, faults, onCase) : [];
  const aside = asideOf(folder);
  const kept = (await listCassettes(aside)).filter((path) => path.endsWith('.har'));
  return {
    before,
    after,
    cassettes: changed.map((each) => reviewed(each, matrix)),
    ...(play ? { played: compared.length } : {}),
    flips: compared.filter(isFlip),
    aside: kept.map((path) => nameOf(path, aside)),
  };
}

function reviewed({ name, before, after }: ChangedCassette, matrix: Matrix): ReviewedCassette {
  if (!before || !after) return { name, status: after ? 'added' : 'removed', changes: [] };
  const column = matrix.providers.find(({ id }) => id === name.split('/')[0]);
  try {
    const changes = column ? changesOf(read(before, name), read(after, name), providerOf(matrix, column.id)) : [];
    return { name, status: 'changed', changes };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { name, status: 'changed', changes: [], problem: error.toString() };
  }
}

const read = (bytes: Buffer, name: string): Cassette => parseCassette(textOf(bytes, name, 'cassette'), name);

async function played(
  changed: readonly ChangedCassette[],
  folder: string,
  faults: boolean,
  onCase: OnCase | undefined,
): Promise<Compared[]> {
  const side = (which: 'before' | 'after') => changed.map(({ name, [which]: bytes }) => ({ name, bytes }));
  const player = new Player();
  try {
    return await withCandidates(side('before'), (old) =>
      withCandidates(side('after'), (young) =>
        player.play(
          {
            before: { folder, instead: old },
            after: { folder, instead: young },
            changed: changed.map(({ name }) => name),
            faults,
          },
          onCase,
        ),
      ),
    );
  } finally {
    await player.close();
  }
}
