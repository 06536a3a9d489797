/** What the judge makes of recorded plays while one of its own modules is changed. */
import { brokenAdapters } from '../../adapters/broken/all.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { type Matrix, providerOf } from '../../matrix/model.ts';
import { installClock } from '../../recordings/clock/install.ts';
import { repositoryCassettes } from '../../recordings/format/cassette-path.ts';
import type * as Checks from '../../spec/checks/load.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { adapterIdentity, type Case } from '../../spec/engine/case.ts';
import { runDeclarationCase } from '../../spec/engine/declaration-case.ts';
import { expand } from '../../spec/engine/expand.ts';
import { runFaultCase } from '../../spec/engine/fault-case.ts';
import { type CaseContext, type CaseOutcome, type ReplayOutcome, replayCase, runCase } from '../../spec/engine/run.ts';
import { runSetupCase } from '../../spec/engine/setup-case.ts';
import { siblingOf } from '../../spec/engine/suite.ts';
import { nameIn } from '../../spec/kill-matrix/run-broken.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import type { ScenarioFile } from '../../spec/scenarios/schema.ts';
import type * as Wire from '../../spec/wire/index.ts';
import { imported } from './instrument.ts';
import type { Noticing } from './noticing.ts';

/** Judges a case as the modules say that are in use now; `anew`: it is played again for that. */
type Judge = (anew: boolean) => Promise<CaseOutcome>;

/**
 * Plays the conversations of provider APIs once, through their reference adapters and through the broken ones that are laid over them, and
 * judges them again and again. A mutant is noticed where the reference adapter draws another verdict, another finding or one at another
 * place, or where a broken adapter does. A fault case is played anew; of those only what a broken adapter fails is judged.
 */
export async function judgeOf(providerApis: readonly ProviderApiId[]): Promise<Noticing> {
  installClock();
  const [matrix, scenarios] = await Promise.all([loadMatrix(), loadScenarios()]);
  const courts: Court[] = [];
  // One after the other: a process has one transport.
  for (const id of providerApis) courts.push(await courtOf(id, matrix, scenarios));
  const judges = new Map<string, Judge>();
  for (const court of courts) for (const [id, judge] of court.judges) judges.set(id, judge);
  return {
    tests: [...judges.keys()],
    begin: async (mutant) => {
      // What a recording may answer decides while it is played.
      const anew = mutant?.file.endsWith('/conditions.ts') ?? false;
      return async (id) => said(await (judges.get(id) as Judge)(anew));
    },
    reload: async () => {
      for (const { reload } of courts) await reload();
    },
  };
}

interface Court {
  readonly judges: ReadonlyMap<string, Judge>;
  /** Takes modules that were loaded anew into use. */
  readonly reload: () => Promise<void>;
}

async function courtOf(providerApi: ProviderApiId, matrix: Matrix, scenarios: readonly ScenarioFile[]): Promise<Court> {
  const cases = expand(matrix, scenarios, [adapterIdentity('reference', providerApi)]);
  const { adapter } = await imported<{ adapter: Adapter }>(`adapters/reference/${providerApi}/adapter.ts`);
  let judging = await judgingOf(providerApi);
  const usual: Omit<CaseContext, 'reader' | 'checks'> = {
    column: providerOf(matrix, providerApi),
    adapter: async () => adapter,
    cassettes: { ...repositoryCassettes },
  };
  const judges = new Map<string, Judge>();
  const hear = async (which: readonly Case[], own: typeof usual, of: string) => {
    const played = new Map<Case, ReplayOutcome>();
    const play = (theCase: Case) => replayCase(theCase, { ...own, ...judging });
    const playOf = async (theCase: Case): Promise<ReplayOutcome> => {
      const outcome = played.get(theCase) ?? (await play(theCase));
      played.set(theCase, outcome);
      return outcome;
    };
    const traceOf = async (theCase: Case) => (await playOf(theCase)).trace;
    for (const theCase of which) {
      const sibling = siblingOf(theCase, cases);
      for (const each of [theCase, ...(sibling ? [sibling] : [])]) if (isConversation(each)) await playOf(each);
      judges.set(`${of}: ${theCase.id}`, (anew) => {
        const bench = { ...own, ...judging };
        if (theCase.fault) return runFaultCase(theCase, bench, traceOf);
        if (theCase.setup) return runSetupCase(theCase, bench, traceOf);
        if (theCase.declared) return runDeclarationCase(theCase, bench, theCase.declared);
        return runCase(theCase, bench, async () => sibling && traceOf(sibling), anew ? play : playOf);
      });
    }
  };
  await hear(cases.filter(isConversation), usual, 'reference');
  for (const { id, over = 'anthropic', shows = [], breakIt, onTheWire } of brokenAdapters) {
    if (over !== providerApi) continue;
    const own = {
      ...usual,
      adapter: async () => (breakIt ? breakIt(adapter) : adapter),
      ...(onTheWire ? { tampering: onTheWire } : {}),
    };
    await hear(
      cases.filter((theCase) => nameIn(shows, theCase) !== undefined),
      own,
      id,
    );
  }
  return {
    judges,
    reload: async () => {
      judging = await judgingOf(providerApi);
    },
  };
}

async function judgingOf(providerApi: ProviderApiId): Promise<Pick<CaseContext, 'reader' | 'checks'>> {
  const [{ wireReaderFor }, { loadChecks }] = await Promise.all([
    imported<typeof Wire>('spec/wire/index.ts'),
    imported<typeof Checks>('spec/checks/load.ts'),
  ]);
  return { reader: await wireReaderFor(providerApi), checks: await loadChecks() };
}

const isConversation = ({ fault, setup }: Case): boolean => !fault && !setup;

/** The verdict, and what was found: of which group, where, how grave and on what grounds. Not in which words. */
function said({ conclusion, judgement }: CaseOutcome): string {
  const found = (judgement?.checks ?? []).flatMap(({ check, findings }) =>
    findings.map(({ group, wirePath, adapterPath, impact, evidence }) =>
      [check, group, wirePath, adapterPath, impact, evidence].join(' '),
    ),
  );
  return [conclusion.verdict, ...found].join('\n');
}
