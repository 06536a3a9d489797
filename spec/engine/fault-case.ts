/** Conversations whose answers something happens to on their way, and what the adapter makes of it. */
import type { Fault } from '../../recordings/faults/fault.ts';
import type { Case } from './case.ts';
import { cassettesOf } from './case-cassettes.ts';
import { sameAsRecordedAfter } from './drive.ts';
import { transportFor } from './process-transport.ts';
import { replayWithError, replayWithFault, unreading } from './replay-with-fault.ts';
import type { CaseContext, CaseOutcome } from './run.ts';
import { chosen, triedBefore, untried } from './select-faults.ts';
import { exchangesOf } from './trace.ts';
import {
  checksOf,
  conversationsOf,
  enough,
  interrupted,
  isFailed,
  outcomeOf,
  type TraceOf,
  type Trial,
  unchangedJudgementOf,
} from './trials.ts';

/**
 * Runs a `fault` case: each of its conversations is looked at as it was recorded, and played again for every fault that its
 * answers can have and that is of a kind that neither it nor a case before it tried. Never throws: what goes wrong is a verdict.
 */
export async function runFaultCase(theCase: Case, bench: CaseContext, traceOf: TraceOf): Promise<CaseOutcome> {
  const { family, over = [] } = theCase.fault ?? {};
  const isWhole = bench.isThorough ?? false;
  const tried = await triedBefore(theCase, bench, isWhole, traceOf);
  const trials: Trial[] = [];
  let what = '';
  let isPossible = false;
  try {
    // How long a client waits before another try is seen on the virtual clock alone.
    const isVirtual = transportFor(await bench.adapter(), bench.transport) === 'in-process';
    const conversations = await conversationsOf(over, bench, family?.checks ?? [], traceOf);
    const all = chosen(conversations, theCase, bench, isWhole).filter(({ fault }) => !fault.first || isVirtual);
    isPossible = all.length > 0;
    for (const { conversation, nth, exchange, fault } of untried(family, all, tried, isWhole)) {
      const { base, checks } = conversation;
      const play = async (one: Fault): Promise<Trial> => {
        what = `${base.scenario.id}, where ${one.what}`;
        const reader = family?.isUnread ? unreading(bench.reader) : bench.reader;
        // The first goes on to its end; of the others that is known, where the answer with the fault was understood as it is without.
        // What a dialect asks to be sent back is seen in the next request alone.
        const isSeen = trials.length > 0 && family?.group !== 'dialects';
        const isSettled = isSeen ? { isSettled: sameAsRecordedAfter(conversation.trace, nth) } : {};
        const own = { ...bench, reader, checks, ...isSettled };
        const { first } = one;
        const at = { nth, exchange };
        return first
          ? { what, ...(await replayWithError(conversation, { ...one, first }, at, own)) }
          : { what, ...(await replayWithFault(conversation, one, at, own)) };
      };
      trials.push(...(await each(fault, await least(fault, await play(fault), play), play)));
      // What an adapter tolerates is a share of all that was tried.
      const isShare = family?.group === 'tolerance' || family?.group === 'dialects';
      const isEnough = !isShare && trials.filter(isFailed).length === enough;
      if (isEnough) return outcomeOf(theCase, trials, bench);
    }
  } catch (error) {
    return interrupted(theCase, what, trials, error);
  }
  return outcomeOf(
    theCase,
    trials.length > 0 ? trials : await withoutFault(over, bench, family?.checks ?? [], traceOf, isPossible),
    bench,
  );
}

/**
 * The first conversation as it was recorded, where no fault is tried. Where none is possible, such as where nothing was sent, it is judged by
 * whether the adapter could hold it as well; where all were tried before, not by what it finds without a fault.
 */
async function withoutFault(
  [first]: readonly Case[],
  bench: CaseContext,
  ids: readonly string[],
  traceOf: TraceOf,
  isPossible: boolean,
): Promise<Trial[]> {
  const trace = first && (await traceOf(first));
  if (!trace) return [];
  const sound = checksOf(first, trace, bench, ids);
  const meant = isPossible
    ? sound
    : bench.checks.filter((c) => sound.includes(c) || c.id === 'returns-provider-errors');
  const exchanges = exchangesOf(trace);
  const candidates = cassettesOf(first, bench.column, bench.cassettes);
  const cassette = candidates.find(({ transport }) => exchanges.some((each) => each.transport === transport));
  return [
    {
      what: `${first.scenario.id}, without a fault`,
      trace,
      judgement: unchangedJudgementOf(first, trace, bench, meant),
      isUnchanged: true,
      ...(exchanges.length > 0 ? { cassette: cassette ?? candidates[0] } : {}),
    },
  ];
}

/** The least of a fault that fails as it does: its trial. */
async function least(fault: Fault, trial: Trial, play: (fault: Fault) => Promise<Trial>): Promise<Trial> {
  if (!isFailed(trial)) return trial;
  for (const smaller of fault.smaller?.() ?? []) {
    const again = await play(smaller);
    if (isFailed(again)) return least(smaller, again, play);
  }
  return trial;
}

/** Of a fault of several parts that fails: its parts alone; the whole, where none of them fails. */
async function each(fault: Fault, trial: Trial, play: (fault: Fault) => Promise<Trial>): Promise<Trial[]> {
  if (!fault.apart || !isFailed(trial)) return [trial];
  const parts: Trial[] = [];
  for (const part of fault.apart()) parts.push(await play(part));
  return parts.some(isFailed) ? parts : [trial];
}
