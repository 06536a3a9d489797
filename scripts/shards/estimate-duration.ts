/** About how long suites take. The numbers mean something only beside each other. Pure. */

import type { Plan } from '../../spec/engine/plan.ts';
import { conversationsIn } from '../../spec/engine/selection.ts';

/** As many bytes of a recording take as long to play as what every conversation takes besides: measured over all adapters. */
const bytesOfConversation = 10_000;

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
    const length = conversationsIn(each) * (sizeOf(each.adapter.providerApi) + bytesOfConversation);
    // Adapters that are one program share a suite.
    if (suite !== undefined) lengths.set(suite, (lengths.get(suite) ?? 0) + length);
  }
  return lengths;
}
