/** A run in several parts, each on a machine of its own. Pure. */
import { UserError } from '../../files/user-error.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Case } from '../../spec/engine/case.ts';
import { recordingsBehind } from '../../spec/engine/cassettes-of.ts';
import { conversationsIn } from '../../spec/engine/part.ts';
import type { Plan } from '../../spec/engine/plan.ts';

/** Which of several parts of a run. */
export interface Shard {
  /** From 1. */
  readonly nth: number;
  readonly of: number;
}

/** The most shards that a run can have. */
const most = 1000;

/** @throws {UserError} it is not written as `2/4`, or there is no such one. */
export function parseShard(text: string): Shard {
  const [, nth = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (nth >= 1 && nth <= of && of <= most) return { nth, of };
  throw new UserError(`"${text}" is no shard`, {
    hint: `write it as 2/4, the second of four; there may be ${most}`,
  });
}

/** As many bytes of recordings take as long to play as what every conversation takes besides: measured over all adapters. */
const bytesOfConversation = 300_000;

/**
 * The suites of one shard: all shards take about as long, by the conversations that their cases play and by how long their recordings are.
 * The same ones whenever cases and recordings are the same; all shards together have every suite once.
 *
 * @param sizeOf bytes of a recording, by its name
 */
export function suitesOf(plan: Plan, { nth, of }: Shard, sizeOf: (recording: string) => number): readonly string[] {
  const byAdapter = Map.groupBy(plan.cases, ({ adapter }) => adapter.id);
  const lengthOf = (theCase: Case) => {
    const recordings = [...recordingsBehind(theCase, providerOf(plan.matrix, theCase.adapter.providerApi))];
    const bytes = recordings.reduce((sum, name) => sum + sizeOf(name), 0);
    return bytes + conversationsIn(theCase) * bytesOfConversation;
  };
  const played = plan.adapters.filter(({ id }) => byAdapter.has(id));
  // Adapters that are one program share a suite.
  if (of === 1) return [...new Set(played.map(({ suite }) => suite))];
  const lengths = played.map(({ id, suite }) => {
    const cases = byAdapter.get(id) ?? [];
    return { suite, length: cases.reduce((sum, each) => sum + lengthOf(each), 0) };
  });
  const shards = Array.from({ length: of }, () => ({ suites: [] as string[], length: 0 }));
  for (const { suite, length } of lengths.toSorted((a, b) => b.length - a.length)) {
    const shortest = shards.reduce((least, shard) => (shard.length < least.length ? shard : least));
    shortest.suites.push(suite);
    shortest.length += length;
  }
  return shards[nth - 1]?.suites ?? [];
}

/** The same plan, told to be one of several parts: its results say so, and at which commit. */
export function asShard(plan: Plan, { nth, of }: Shard, commit: string | undefined): Plan {
  return {
    ...plan,
    selection: { ...plan.selection, shard: [`${nth}/${of}`] },
    ...(commit === undefined ? {} : { commit }),
  };
}
