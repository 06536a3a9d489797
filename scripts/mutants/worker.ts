/** Tries the mutants of one part and side, in a process of its own, and tells what came of them. */
import { sampled } from '../../lib/sample.ts';
import { Instrumented, type Mutant } from './instrument.ts';
import { type Tried, Trying } from './noticing.ts';
import { judgedBy, modulesAround, modulesOf, type Part, type Side } from './targets.ts';

export interface Asked {
  readonly side: Side;
  readonly part: Part;
  readonly sample: number;
  readonly seed: number;
}

export interface Answered {
  /** How many mutants there are. */
  readonly all: number;
  /** How many of them anything reaches: the sample is of these. */
  readonly reached: number;
  readonly tried: readonly Tried[];
  /** Tests that are asked no more, for they say something else each time. */
  readonly unsteady: readonly string[];
}

/** The mutants are there before what they change is loaded: nothing here imports that at its head. */
async function answer({ side, part, sample, seed }: Asked): Promise<Answered> {
  const instrumented = await Instrumented.of(modulesOf(side, part), modulesAround(part));
  const noticing =
    side === 'adapter'
      ? await (await import('./adapter.ts')).adapterOf(part)
      : await (await import('./judge.ts')).judgeOf(judgedBy(part));
  const trying = await Trying.begin(instrumented, noticing);
  const tried: Tried[] = [];
  // What no case of this part reaches says nothing of it, and no case reads a sentence.
  const reached = instrumented.mutants.filter(
    (mutant) => !isSentence(mutant) && instrumented.reachedBy(mutant)?.length !== 0,
  );
  for (const mutant of sampled(reached, { count: sample, seed: `${seed}` }, nameOf))
    tried.push(await trying.mutant(mutant));
  return { all: instrumented.mutants.length, reached: reached.length, tried, unsteady: [...trying.unsteady] };
}

/** The same for a change of the same text, wherever the lines around it went: samples of two states have most of their mutants in common. */
const nameOf = ({ file, mutator, original, replacement }: Mutant): string =>
  [file, mutator, original, replacement].join(' ');

const isSentence = ({ mutator, original }: Mutant): boolean => mutator === 'StringLiteral' && /\s/.test(original);

process.once('message', async (asked: Asked) => {
  const answered = await answer(asked);
  process.send?.(answered, () => process.exit(0));
});
