/** Conversations as they were recorded, which faults then happen to. */
import { remembered } from '../../files/remembered.ts';
import type { Check } from '../checks/check.ts';
import type { Case } from './case.ts';
import { type CaseCassette, cassettesOf } from './cassettes-of.ts';
import type { Bench } from './run.ts';
import type { Trace } from './trace.ts';
import { checksOf, type TraceOf } from './trials.ts';

/** A conversation as it was recorded, and the checks that say something of what a fault does to it. */
export interface Conversation {
  readonly base: Case;
  /** What it may be played from. */
  readonly candidates: readonly [CaseCassette, ...CaseCassette[]];
  readonly trace: Trace;
  readonly checks: readonly Check[];
}

/** Those first of which most can be said: what is tried on one of them is not tried again. */
export async function conversationsOf(
  over: readonly Case[],
  bench: Bench,
  ids: readonly string[],
  traceOf: TraceOf,
): Promise<Conversation[]> {
  const conversations: Conversation[] = [];
  // One after the other: a process has one transport.
  for (const base of over) {
    const trace = await traceOf(base);
    if (trace)
      conversations.push({
        base,
        candidates: candidatesFor(base, bench),
        trace,
        checks: checksOf(base, trace, bench, ids),
      });
  }
  return conversations.toSorted((a, b) => b.checks.length - a.checks.length);
}

type Candidates = Conversation['candidates'];

/** Of each bench its cases' recordings: each family of faults plays the same, and need not read them again. */
const ofBench = remembered((_: Bench) => new Map<Case, Candidates>());

function candidatesFor(base: Case, bench: Bench): Candidates {
  const known = ofBench(bench);
  const candidates = known.get(base) ?? cassettesOf(base, bench.column, bench.cassettes);
  known.set(base, candidates);
  return candidates;
}
