/** Several declarations, each judged alone. */
import type { Check } from '../checks/check.ts';
import type { DeclarationSet } from '../scenarios/schema.ts';
import type { Case } from './case.ts';
import { deckOf } from './case-cassettes.ts';
import { judge, resultOf } from './judge.ts';
import { type CaseContext, type CaseOutcome, inTime, observeCase } from './run.ts';
import { interrupted, outcomeOf, type Trial } from './trials.ts';
import type { Finding } from './verdict.ts';

type Declaration = DeclarationSet['declarations'][number];

/** Checks of what is sent. The plain response has no part in it: it may not be what was requested, such as JSON. */
const isOfRequests = ({ id }: Check): boolean => /^(sends|request|rejects)-/.test(id);
const isOfRejections = ({ id }: Check): boolean => id === 'returns-provider-errors' || id === 'error-types';

/**
 * Sends the declarations of a case, and judges the requests. Functions go in one request; where that fails, and all other tools, go one by one.
 * Never throws: what goes wrong is a verdict.
 */
export async function runDeclarationCase(
  theCase: Case,
  given: CaseContext,
  { declarations }: DeclarationSet,
): Promise<CaseOutcome> {
  const bench = { ...given, checks: given.checks.filter((check) => isOfRequests(check) || isOfRejections(check)) };
  const { providerApi } = theCase.adapter;
  const own = declarations.filter(({ providerApis }) => providerApis?.includes(providerApi) ?? true);
  const trials: Trial[] = [];
  let what = 'all in one request';
  try {
    if (own.every(({ tools, options }) => tools.length === 1 && tools[0]?.type === 'function' && !options)) {
      const together = await inTime(bench, (patient) => declare(theCase, own, patient));
      if (together.trace.steps.every(({ exchanges }) => exchanges.length > 0)) {
        trials.push(...byDeclaration(theCase, { what, ...together }, own));
        return outcomeOf(theCase, trials, bench);
      }
    }
    for (const declaration of own) {
      what = declaration.what;
      trials.push({ what, ...(await inTime(bench, (patient) => declare(theCase, [declaration], patient))) });
    }
  } catch (error) {
    return interrupted(theCase, what, trials, error);
  }
  return outcomeOf(theCase, trials, bench);
}

async function declare(
  theCase: Case,
  declarations: readonly Declaration[],
  bench: CaseContext,
): Promise<Omit<Trial, 'what'>> {
  const { scenario, adapter, declared } = theCase;
  const own: Case = {
    ...theCase,
    scenario: {
      ...scenario,
      options: {
        ...scenario.options,
        ...Object.assign({}, ...declarations.map(({ options }) => options)),
        tools: declarations.flatMap(({ tools }) => tools),
      },
    },
    examples: declarations.map(({ valid, invalid }) => ({ valid, invalid })),
  };
  const deck = deckOf(own, bench.column, bench.cassettes);
  const trace = await observeCase(own, deck, bench);
  const isRejected = trace.steps.every(({ exchanges }) => exchanges.length === 0);
  // What an API expresses in part may be rejected, by a clear error.
  const judged: Case =
    isRejected && declared?.mayReject?.[adapter.providerApi] !== undefined
      ? { ...own, kind: 'rejection', refusedBy: { error: 'InvalidToolError' } }
      : own;
  const checks = isRejected ? bench.checks : bench.checks.filter(isOfRequests);
  return { trace, judgement: judge(judged, trace, bench.reader, checks), cassette: deck.played };
}

/** A request with all declarations as a trial of each, and one of what concerns none of them. */
function byDeclaration(theCase: Case, all: Trial, declarations: readonly Declaration[]): readonly Trial[] {
  const trialOf = (what: string, isIts: (finding: Finding) => boolean, isFirst: boolean): Trial => ({
    ...all,
    what,
    ...(isFirst ? { isUnchanged: true } : {}),
    judgement: {
      ...all.judgement,
      checks: all.judgement.checks.map(({ check, level, compared, findings }) =>
        resultOf({ id: check, level }, theCase, isFirst ? compared : 0, findings.filter(isIts)),
      ),
    },
  });
  const placeOf = ({ adapterPath = '' }: Finding) => /\.options\.tools\[(\d+)\]/.exec(adapterPath)?.[1];
  return [
    trialOf(all.what, (finding) => placeOf(finding) === undefined, true),
    ...declarations.map(({ what }, i) => trialOf(what, (finding) => placeOf(finding) === String(i), false)),
  ];
}
