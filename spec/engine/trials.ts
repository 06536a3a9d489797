/** Several plays as one case: each is judged by itself, and what any of them found counts. Pure. */

import { memoize } from '../../lib/memoize.ts';
import type { Check } from '../checks/check.ts';
import type { Case } from './case.ts';
import { type CaseCassette, cassettesOf } from './case-cassettes.ts';
import { decideVerdict, findingChecks } from './decide-verdict.ts';
import { type Judgement, judge, resultOf } from './judge.ts';
import { type CaseContext, type CaseOutcome, problemOf, type TrialCounts, used } from './run.ts';
import type { Trace } from './trace.ts';
import type { CheckResult, Finding } from './verdict.ts';

/** The trace of a conversation as it is usually played; nothing where it cannot be, which is its own case's verdict. */
export type TraceOf = (theCase: Case) => Promise<Trace | undefined>;

/** One conversation, played with one thing changed. */
export interface Trial {
  readonly what: string;
  /** What a known issue names instead: many conversations have one cause. */
  readonly cause?: string;
  readonly trace: Trace;
  readonly judgement: Judgement;
  readonly cassette?: CaseCassette;
  /** Nothing was changed: it is judged, and not counted. */
  readonly isUnchanged?: true;
  /** At how many places the answer was cut. */
  readonly cuts?: number;
}

/** Of trials that fail, as many are enough to see what they have in common. */
export const enough = 10;

export const isFailed = ({ judgement }: Trial): boolean => judgement.checks.some(({ status }) => status === 'fail');

/**
 * Judges a trial. Bodies are not held against the provider's types: an answer that was changed on its way fits none.
 *
 * @param as what it is judged as
 */
export function judgementOf(as: Case, trace: Trace, { reader }: CaseContext, checks: readonly Check[]): Judgement {
  const { schemas: _, ...withoutSchemas } = reader;
  return judge(as, trace, withoutSchemas, checks);
}

const unchanged = memoize((_: Trace) => new Map<Check, CheckResult>());

/** The same of a conversation without a fault, as which many families of faults look at it: each check judges it once. */
export function unchangedJudgementOf(as: Case, trace: Trace, bench: CaseContext, checks: readonly Check[]): Judgement {
  const known = unchanged(trace);
  const untried = checks.filter((check) => !known.has(check));
  const { steps, checks: results } = judgementOf(as, trace, bench, untried);
  for (const [i, check] of untried.entries()) known.set(check, results[i] as CheckResult);
  return { steps, checks: checks.map((check) => known.get(check) as CheckResult) };
}

/** The outcome where a trial could not be observed to its end. */
export function interrupted(theCase: Case, what: string, trials: readonly Trial[], error: unknown): CaseOutcome {
  const { verdict, reason } = problemOf(error);
  return {
    case: theCase,
    conclusion: { verdict, reason: `${what}: ${reason}` },
    trials: { tried: trials.length + 1, failed: trials.filter(isFailed).length },
  };
}

/** All trials as one: what any of them found, and what was seen of the first that failed. */
export function outcomeOf(theCase: Case, trials: readonly Trial[], bench: CaseContext): CaseOutcome {
  const checks = bench.checks.map(({ id, level }): CheckResult => {
    const results = trials.map((trial) => ({ trial, ...trial.judgement.checks.find((c) => c.check === id) }));
    // What merely differs is told by the conversation's own case.
    const findings = results.flatMap(({ trial, findings = [] }) =>
      findings.filter(({ impact }) => impact !== 'differs').map((f) => within(trial, f)),
    );
    const compared = results.reduce((total, r) => total + (r.compared ?? 0), 0);
    return resultOf({ id, level }, theCase, compared, findings);
  });
  // Of dozens of checks a fault concerns a few: what none of its plays was judged by says nothing.
  const judged = checks.filter(({ status }) => status !== 'not-applicable');
  const shown = trials.find(isFailed) ?? trials[0];
  const judgement: Judgement = { steps: shown?.judgement.steps ?? [], checks: judged };
  const { unplayable: _, ...trace } = shown?.trace ?? noTrace(theCase);
  return {
    case: theCase,
    conclusion: decideVerdict(trace, judgement),
    trials: countsOf(trials.filter(({ cassette, isUnchanged }) => cassette && !isUnchanged)),
    ...(shown?.cassette ? { cassette: used(shown.cassette) } : {}),
    ...(shown ? { trace, judgement } : { judgement }),
  };
}

function countsOf(trials: readonly Trial[]): TrialCounts {
  const cuts = trials.reduce((sum, { cuts = 0 }) => sum + cuts, 0);
  return { tried: trials.length, failed: trials.filter(isFailed).length, ...(cuts > 0 ? { cuts } : {}) };
}

/** A finding of a trial. One without a fault is no trial of its own. */
const within = ({ what, cause = what, isUnchanged }: Trial, finding: Finding): Finding => ({
  ...finding,
  ...(isUnchanged ? {} : { trial: cause }),
  message: `${what}: ${finding.message}`,
});

const noTrace = ({ mode }: Case): Trace => ({
  mode,
  steps: [],
  closing: [],
  timersLeft: 0,
  polluted: [],
  unhandled: [],
  unconsumed: [],
  late: [],
  connections: { attempts: 0, refused: [] },
  settings: { baseUrl: '', model: '' },
});

/** Checks that say something of what is changed: what they find without it as well, it did not do. The same, whatever was run before. */
export function checksOf(base: Case, trace: Trace, bench: CaseContext, ids: readonly string[]): readonly Check[] {
  const found = findingChecks(trace, () => judge(base, trace, bench.reader, bench.checks));
  return bench.checks.filter(({ id }) => ids.includes(id) && !found.has(id));
}

// Conversations as they were recorded, which faults then happen to.

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
  bench: CaseContext,
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
        candidates: cassettesOf(base, bench.column, bench.cassettes),
        trace,
        checks: checksOf(base, trace, bench, ids),
      });
  }
  return conversations.toSorted((a, b) => b.checks.length - a.checks.length);
}
