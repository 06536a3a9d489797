/** One conversation with clients that are made in other ways than usual. */
import type { Setup, SetupKind } from '../client-setups/client-setups.ts';
import type { Case } from './case.ts';
import { deckOf } from './case-cassettes.ts';
import { replaySettings } from './replay-settings.ts';
import { type CaseContext, type CaseOutcome, inTime, observeCase } from './run.ts';
import type { Trace } from './trace.ts';
import { checksOf, interrupted, judgementOf, outcomeOf, type TraceOf, type Trial } from './trials.ts';

/**
 * Runs a `setup` case: each of its conversations is looked at as it is played with usual clients, and played again with clients
 * made in every way of the family. Never throws: what goes wrong is a verdict.
 */
export async function runSetupCase(theCase: Case, bench: CaseContext, traceOf: TraceOf): Promise<CaseOutcome> {
  const { family, over = [], surfaces = [] } = theCase.setup ?? {};
  const { column } = bench;
  const trials: Trial[] = [];
  let what = '';
  try {
    for (const base of over) {
      const trace = await traceOf(base);
      if (!family || !trace) continue;
      const checks = family.isRefused
        ? bench.checks.filter(({ id }) => family.checks.includes(id))
        : checksOf(base, trace, bench, family.checks);
      const variants = surfaces.map((surface) => replaySettings(column, { ...base.scenario, surface }));
      for (const setup of family.setupsOf(replaySettings(column, base.scenario), column, variants)) {
        what = `${base.scenario.id}, where ${setup.what}`;
        // What is refused is no conversation, and nothing of it can be seen in one.
        const judged = family.isRefused ? { ...base, kind: theCase.kind, refusedBy: refusalOf(setup) } : base;
        const tried = await attempt(base, setup, { ...bench, checks }, judged, family);
        if (family.isOfVariants && isWithoutClient(tried.trace)) continue;
        trials.push({ what, ...tried });
      }
    }
  } catch (error) {
    return interrupted(theCase, what, trials, error);
  }
  return outcomeOf(theCase, trials, bench);
}

const attempt = (
  base: Case,
  setup: Setup,
  bench: CaseContext,
  judged: Case,
  family: SetupKind,
): Promise<Omit<Trial, 'what'>> => inTime(bench, (patient) => attemptOnce(base, setup, patient, judged, family));

/** True where settings were rejected as such: a call ends with an error of the contract. */
const isWithoutClient = ({ steps: [first] }: Trace): boolean =>
  first?.error?.name === 'TypeError' && first.exchanges.length === 0;

async function attemptOnce(
  base: Case,
  { settings, environment }: Setup,
  bench: CaseContext,
  judged: Case,
  { isRefused, isOfVariants }: SetupKind,
): Promise<Omit<Trial, 'what'>> {
  const deck = deckOf(base, bench.column, bench.cassettes);
  const mayRefuse = isRefused || isOfVariants ? ({ mayRefuse: true } as const) : {};
  const trace = await observeCase(base, deck, {
    ...bench,
    ...mayRefuse,
    settings: () => settings,
    ...(environment ? { environment } : {}),
  });
  return { trace, judgement: judgementOf(judged, trace, bench, bench.checks), cassette: deck.played };
}

const refusalOf = ({ names }: Setup): Case['refusedBy'] => ({ error: 'TypeError', names });
