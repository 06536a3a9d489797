/** An adapter, played with thousands of changed answers. */
import fc from 'fast-check';
import type { Change } from '../../recordings/faults/mutations/change.ts';
import { changesOf, type Draft, mutations } from '../../recordings/faults/mutations/draft.ts';
import type { KeptMutation } from '../../recordings/faults/mutations/kept.ts';
import { mutationFault } from '../../recordings/faults/mutations/mutated.ts';
import { playWithFault } from '../../spec/engine/fault-play.ts';
import { problemOf } from '../../spec/engine/run.ts';
import type { AnswersLike, CorpusAnswer } from './corpus-answers.ts';
import { type Failure, failuresOf } from './failure.ts';
import type { Subject, Target } from './targets.ts';

export interface FuzzOptions {
  /** How many mutations are tried. */
  readonly mutations: number;
  readonly seed: number;
  /** When to stop although they are not, in milliseconds; never, where absent. */
  readonly time?: number | undefined;
  /** Is told what is about to be played. */
  readonly begins?: (what: string) => void;
  /** Errors that nobody waited for, as they come; they are taken out. */
  readonly strays?: unknown[];
}

/** What was found, in its least form. */
export interface Found extends Failure {
  readonly case: string;
  /** As it is kept, but for the reason. */
  readonly mutation: Omit<KeptMutation, 'reason'>;
  /** The answer of real traffic that stood in the recorded one's place. */
  readonly corpus?: string;
  /** How many of the mutations ended so. */
  times: number;
}

/** What came of an adapter. */
export interface FuzzReport {
  readonly tried: number;
  readonly found: readonly Found[];
  /** Mean of all plays, in milliseconds. */
  readonly milliseconds: number;
}

/** A mutation and where it meets an answer. */
interface Attempt {
  readonly target: number;
  readonly answer: number;
  readonly mutation: readonly Draft[];
}

const any = fc.noBias(fc.nat());
const attempts: fc.Arbitrary<Attempt> = fc.record({ target: any, answer: any, mutation: mutations });

/** More kinds of failures than this are not told apart: an adapter with as many has one cause to be mended first. */
const mostKinds = 40;

/**
 * Tries mutations until there are enough. Each kind of failure is told once, in its least form, and counted.
 */
export async function fuzz(subject: Subject, answersLike: AnswersLike, options: FuzzOptions): Promise<FuzzReport> {
  const found = new Map<string, Found>();
  const ends = options.time === undefined ? Number.POSITIVE_INFINITY : performance.now() + options.time;
  let tried = 0;
  let plays = 0;
  let spent = 0;
  let playing: Promise<unknown> = Promise.resolve();
  for (let round = 0; tried < options.mutations && found.size < mostKinds && performance.now() < ends; round++) {
    /** What this round has found: only that is made less. */
    let hunted: Found | undefined;
    const property = fc.asyncProperty(attempts, async (attempt) => {
      const one = concrete(attempt, subject, answersLike);
      const begun = performance.now();
      const played = playedFailures(one, subject, options.begins);
      playing = played;
      const failures = [...(await played), ...strayFailures(options.strays)];
      spent += performance.now() - begun;
      plays++;
      const isShrinking = hunted !== undefined;
      if (!isShrinking) tried++;
      for (const failure of failures) {
        const known = found.get(failure.kind);
        if (known && known !== hunted) {
          if (!isShrinking) known.times++;
          continue;
        }
        if (isShrinking && known !== hunted) continue;
        hunted = { ...failure, ...told(one), times: hunted?.times ?? 1 };
        found.set(failure.kind, hunted);
        throw new Error(failure.message);
      }
    });
    await fc.check(property, {
      seed: options.seed + round,
      numRuns: options.mutations - tried,
      ...(Number.isFinite(ends) ? { interruptAfterTimeLimit: Math.max(1, ends - performance.now()) } : {}),
    });
    // Where time is up it returns at once, and only one conversation can be played at a time.
    await playing;
  }
  return { tried, found: [...found.values()], milliseconds: plays === 0 ? 0 : spent / plays };
}

/** Errors that nobody waited for would end the process of an application. */
const strayFailures = (strays: unknown[] = []): Failure[] =>
  strays.splice(0).map((error) => {
    const message = `nobody waited for ${error instanceof Error ? error.stack : String(error)}`;
    return { group: 'crash', kind: message, message };
  });

/** An attempt with the answer that it changes. */
interface Concrete {
  readonly target: Target;
  readonly corpus: CorpusAnswer | undefined;
  readonly changes: readonly Change[];
}

function concrete({ target: t, answer, mutation }: Attempt, { targets }: Subject, answersLike: AnswersLike): Concrete {
  const target = targets[t % targets.length] as Target;
  const real = answersLike(target.exchange);
  // Every other one is recorded, where there are real ones.
  const corpus = answer % 2 === 1 ? real[Math.floor(answer / 2) % Math.max(1, real.length)] : undefined;
  return { target, corpus, changes: changesOf(mutation, (corpus ?? target.exchange).response) };
}

function told({ target, corpus, changes }: Concrete): Pick<Found, 'case' | 'mutation' | 'corpus'> {
  const { nth, exchange } = target;
  const { id, adapter, tool, scenario, mode } = target.conversation.base;
  const { providerApi } = adapter;
  const { transport } = exchange;
  return {
    case: id,
    mutation: { providerApi, tool, scenario: scenario.id, mode, transport, exchange: nth, changes: [...changes] },
    ...(corpus ? { corpus: corpus.name } : {}),
  };
}

async function playedFailures(one: Concrete, { bench }: Subject, begins: FuzzOptions['begins']): Promise<Failure[]> {
  const { base, checks } = one.target.conversation;
  const fault = mutationFault((one.corpus ?? one.target.exchange).response, one.changes, base.id);
  begins?.(
    `${base.id}, answer ${one.target.nth}${one.corpus ? ` (${one.corpus.name})` : ''}: ${JSON.stringify(one.changes)}`,
  );
  try {
    return failuresOf(await playWithFault(one.target.conversation, fault, one.target, { ...bench, checks }));
  } catch (error) {
    const { verdict, reason = '' } = problemOf(error);
    const group = verdict !== 'fail' ? 'crash' : reason.includes('did not come to an end') ? 'hang' : 'crash';
    const message = verdict === 'error' ? String((error as Error).stack) : reason;
    return [{ group, kind: `${group} ${message}`, message }];
  }
}
