/** Kept mutations of answers of real traffic, through every adapter of their column. */
import { describe, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { loadRegressions } from '../../recordings/faults/mutations/mutation.ts';
import { mutationFault } from '../../recordings/faults/mutations/seeded.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { replayWithFault } from '../../spec/engine/replay-with-fault.ts';
import { isOf } from '../../spec/engine/select-faults.ts';
import { corpusAnswers, failuresOf, subjectOf } from './fuzz.ts';

const kept = (await loadRegressions()).filter(({ corpus }) => corpus !== undefined);
const adapters = await discoverAdapters();
const matrix = await loadMatrix();

test('there are some', () => {
  expect(kept.length).toBeGreaterThan(0);
});

/** By day the reference adapter; every night those that are made of other libraries too, which take seconds to load. */
const isPlayed = ({ implementation }: (typeof adapters)[number]) => isNightly || implementation === 'reference';

describe.for(kept)('$providerApi, $corpus', (mutation) => {
  const own = adapters.filter((adapter) => adapter.providerApi === mutation.providerApi && isPlayed(adapter));
  test.for(own)('$id', async (adapter) => {
    const answersLike = await corpusAnswers(process.env.CORPUS_DIR, providerOf(matrix, mutation.providerApi));
    const { bench, targets, close } = await subjectOf(adapter, (theCase) => isOf(mutation, theCase));
    try {
      const target = targets.find((t) => isOf(mutation, t.conversation.base) && t.nth === mutation.exchange);
      const answer = target && answersLike(target.exchange).find(({ name }) => name === mutation.corpus);
      if (!target || !answer) throw new Error('there is no such conversation, or no such answer in the corpus');
      const { base, checks } = target.conversation;
      const fault = mutationFault(answer.response, mutation.changes, base.id);
      const trial = await replayWithFault(target.conversation, fault, target, { ...bench, checks });
      expect(failuresOf(trial)).toEqual([]);
    } finally {
      await close();
    }
  });
});
