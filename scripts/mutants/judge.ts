/** What the judge makes of recorded plays while one of its own modules is changed. */
import { brokenAdapters } from '../../adapters/broken/index.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { installClock } from '../../recordings/clock/install.ts';
import { repositoryCassettes } from '../../recordings/format/cassette-path.ts';
import type * as Checks from '../../spec/checks/load.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { adapterIdentity, type Case } from '../../spec/engine/case.ts';
import { expand } from '../../spec/engine/expand.ts';
import { type CaseContext, type ReplayOutcome, replayCase, runCase } from '../../spec/engine/run.ts';
import { siblingOf } from '../../spec/engine/suite.ts';
import { nameIn } from '../../spec/kill-matrix/run-broken.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import type * as Wire from '../../spec/wire/index.ts';
import { imported } from './instrument.ts';
import type { Noticing } from './noticing.ts';

/** A play that is judged again and again. */
interface Recorded {
  readonly theCase: Case;
  readonly played: ReplayOutcome;
  readonly sibling: ReplayOutcome | undefined;
  /** Of a broken adapter: the check that has to find something. */
  readonly caughtBy?: string;
}

/**
 * Plays the conversations of a provider API once, through its reference adapter and through the broken ones that are laid over it. A
 * mutant is noticed where the reference adapter draws another verdict or another warning, or where a broken adapter is no longer caught.
 */
export async function judgeOf(providerApi: ProviderApiId): Promise<Noticing> {
  installClock();
  const [matrix, scenarios] = await Promise.all([loadMatrix(), loadScenarios()]);
  const cases = expand(matrix, scenarios, [adapterIdentity('reference', providerApi)]).filter(
    ({ fault, setup }) => !fault && !setup,
  );
  const cassettes = { ...repositoryCassettes };
  const { adapter } = await imported<{ adapter: Adapter }>(`adapters/reference/${providerApi}/index.ts`);
  const judging = async () => {
    const [{ wireReaderFor }, { loadChecks }] = await Promise.all([
      imported<typeof Wire>('spec/wire/index.ts'),
      imported<typeof Checks>('spec/checks/load.ts'),
    ]);
    return { reader: await wireReaderFor(providerApi), checks: await loadChecks() };
  };
  const usual: CaseContext = {
    column: providerOf(matrix, providerApi),
    adapter: async () => adapter,
    cassettes,
    ...(await judging()),
  };
  const recorded = new Map<string, Recorded>();
  const plays = async (which: readonly Case[], bench: CaseContext, of: string, more: Partial<Recorded>) => {
    const played = new Map<Case, ReplayOutcome>();
    for (const theCase of which) played.set(theCase, await replayCase(theCase, bench));
    for (const theCase of which) {
      const sibling = siblingOf(theCase, cases);
      const ofSibling = sibling && (played.get(sibling) ?? (await replayCase(sibling, bench)));
      recorded.set(`${of}: ${theCase.id}`, {
        theCase,
        played: played.get(theCase) as ReplayOutcome,
        sibling: ofSibling,
        ...more,
      });
    }
  };
  await plays(cases, usual, 'reference', {});
  for (const { id, over = 'anthropic', shows, caughtBy, breakIt, onTheWire } of brokenAdapters) {
    if (over !== providerApi) continue;
    const bench: CaseContext = {
      ...usual,
      adapter: async () => (breakIt ? breakIt(adapter) : adapter),
      ...(onTheWire ? { tampering: onTheWire } : {}),
    };
    const shown = shows ? cases.filter((theCase) => nameIn(shows, theCase) !== undefined) : [];
    await plays(shown, bench, id, { caughtBy });
  }

  let bench = usual;
  const saidOf = async (id: string): Promise<string> => {
    const { theCase, played, sibling, caughtBy } = recorded.get(id) as Recorded;
    const outcome = await runCase(
      theCase,
      bench,
      async () => sibling?.trace,
      async () => played,
    );
    const found = outcome.judgement?.checks.filter(({ findings }) => findings.length > 0).map(({ check }) => check);
    return caughtBy === undefined
      ? `${outcome.conclusion.verdict} ${found?.join(' ')}`
      : `${found?.includes(caughtBy) ? 'caught' : 'missed'} by ${caughtBy}`;
  };
  return {
    tests: [...recorded.keys()],
    begin: async () => saidOf,
    reload: async () => {
      bench = { ...usual, ...(await judging()) };
    },
  };
}
