/** Partitions of a run, one for each machine. Pure. */

import { packIntoBins } from '../../lib/sample.ts';
import { UserError } from '../../lib/user-error.ts';
import { sizesOf } from '../../recordings/cassette-sizes.ts';
import type { Plan } from '../../spec/engine/plan.ts';
import { conversationsIn } from '../../spec/engine/selection.ts';

/** As many bytes of a recording take as long to play as what every conversation takes besides: measured over all adapters. */
const bytesOfConversation = 10_000;

/** How many times as long a conversation takes over a client that signs its requests and reads binary frames: measured as well. */
const timesAsLong: Readonly<Record<string, number>> = { 'bedrock-agents': 2.5, 'bedrock-converse': 1.5 };

/** Bytes of a recording of a provider API, on average; a whole number. */
export type RecordingSize = (providerApi: string) => number;

/**
 * Of each suite that has cases how long they take: by the conversations that they play, and by how long the recordings of their column are.
 * Whole numbers, so that what is the same share of all is told as that.
 */
export function lengthsOf(
  { adapters, cases }: Pick<Plan, 'adapters' | 'cases'>,
  sizeOf: RecordingSize,
): ReadonlyMap<string, number> {
  const suiteOf = new Map(adapters.map(({ id, suite }) => [id, suite]));
  const lengths = new Map<string, number>();
  for (const each of cases) {
    const suite = suiteOf.get(each.adapter.id);
    const { providerApi } = each.adapter;
    const bytes = conversationsIn(each) * (sizeOf(providerApi) + bytesOfConversation);
    const length = Math.round(bytes * (timesAsLong[providerApi] ?? 1));
    // Adapters that are one program share a suite.
    if (suite !== undefined) lengths.set(suite, (lengths.get(suite) ?? 0) + length);
  }
  return lengths;
}

/** One partition of a run. */
export interface Shard {
  /** From 1. */
  readonly nth: number;
  readonly of: number;
}

/** Maximum number of shards of a run. */
const most = 1000;

/** Parses `2/4`. @throws {UserError} it has another form, or the index is greater than the count. */
export function parseShard(text: string): Shard {
  const [, nth = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (nth >= 1 && nth <= of && of <= most) return { nth, of };
  const problem = nth > of && of >= 1 && of <= most ? 'index is greater than the count' : 'not a shard';
  throw new UserError(`--shard "${text}": ${problem}`, { hint: `use i/n, for example 2/4 (n ≤ ${most})` });
}

/**
 * The suites of one shard: all shards take about as long. The same ones whenever cases and recordings are the same; all shards together have
 * every suite once.
 *
 * @param lengths how long each of all suites takes
 */
export function suitesOf(lengths: ReadonlyMap<string, number>, { nth, of }: Shard): readonly string[] {
  return (packIntoBins([...lengths], of, ([, length]) => length)[nth - 1] ?? []).map(([suite]) => suite);
}

/** The plan as one partition: its results name the shard and the commit. */
export function asShard(plan: Plan, { nth, of }: Shard, commit: string | undefined): Plan {
  return {
    ...plan,
    selection: { ...plan.selection, shard: [`${nth}/${of}`] },
    ...(commit === undefined ? {} : { commit }),
  };
}

/** Sizes of recordings, measured once for each provider API. */
export function recordingSizes(): RecordingSize {
  const known = new Map<string, number>();
  return (providerApi) => {
    const size = known.get(providerApi) ?? mean(sizesOf(providerApi));
    known.set(providerApi, size);
    return size;
  };
}

const mean = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length));
