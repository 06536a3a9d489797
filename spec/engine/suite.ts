import { shuffled } from '../../lib/sample.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { installClock } from '../../recordings/clock/install.ts';
import { loadRegressions, type RegressionMutation } from '../../recordings/faults/mutations/mutation.ts';
import { type CassetteSource, repositoryCassettes } from '../../recordings/format/cassette-path.ts';
import type { InjectedDefect } from '../../recordings/transport/inject-adapter-defect.ts';
import type { Check } from '../checks/check.ts';
import { loadChecks } from '../checks/load.ts';
import type { Adapter } from '../contract/index.ts';
import { type StoredCase, storedCaseOf } from '../results/stored-outcome.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { wireReaderFor } from '../wire/index.ts';
import { assertCapabilities } from './capabilities.ts';
import { adapterIdentity, type Case } from './case.ts';
import { type Concluded, type ConcludedSubject, conclusionsFor } from './conclusions.ts';
import { runDeclarationCase } from './declaration-case.ts';
import { expand } from './expand.ts';
import { runFaultCase } from './fault-case.ts';
import { type CaseContext, type CaseOutcome, type ReplayOutcome, replayCase, runCase } from './run.ts';
import { regressionsOf } from './select-faults.ts';
import { type CaseSource, casesOfPartition, isSelectedBy, type SuiteSettings, today } from './selection.ts';
import { runSetupCase } from './setup-case.ts';
import type { TraceOf } from './trials.ts';
import type { RunProblem } from './verdict.ts';

/** The result of a case with its outcome before known issues, and its evidence. Plain JSON: it crosses a process boundary. */
export interface SuiteReport extends StoredCase, Concluded {}

/** The cases of one adapter, ready to run one after the other. */
export interface Suite {
  readonly cases: readonly Case[];
  readonly issueProblems: () => readonly RunProblem[];
  readonly run: (theCase: Case) => Promise<SuiteReport>;
  /** Runs it as well: its outcome before known issues. */
  readonly outcomeOf: (theCase: Case) => Promise<StoredCase>;
  /** Failures of the adapter's process so far that belong to no case, because no call was waiting. */
  readonly processProblems: () => readonly RunProblem[];
  /** Ends what the cases shared: what was seen of them, and the process of an adapter that has one. */
  readonly close: () => Promise<void>;
}

/** What the suite has to know of an adapter. */
export interface SuiteSubject extends ConcludedSubject {
  /** Loads it; only when a case runs. */
  readonly load: () => Promise<Adapter>;
  /** A defect put between the adapter and its recordings. */
  readonly tampering?: InjectedDefect | undefined;
  /** Called with the id of each case before it runs. */
  readonly onCase?: ((id: string) => void) | undefined;
}

// Read once per process, whatever the number of adapters: these files do not change during a run.
let shared: ReturnType<typeof loadShared> | undefined;
const loadShared = (source?: CaseSource) =>
  Promise.all([source?.matrix ?? loadMatrix(), source?.scenarios ?? loadScenarios(), loadJudging()]);

let judging: Promise<readonly [readonly Check[], readonly RegressionMutation[]]> | undefined;

/** What every suite judges by and tries besides its scenarios. A process that waits for its cases may load it before it has them. */
export function loadJudging(): NonNullable<typeof judging> {
  judging ??= Promise.all([loadChecks(), loadRegressions()]);
  return judging;
}

/**
 * Makes the cases of an adapter ready to run.
 *
 * @param source what another process has read already
 * @param shelf the recordings: what was read from the same object before is not read again. Unless given, each is: it may have been recorded anew
 * @throws {UserError} a file that the suite is made from is malformed, or the provider API has no wire reader.
 */
export async function prepareSuite(
  subject: SuiteSubject,
  settings: SuiteSettings = { asOf: today() },
  source?: CaseSource,
  shelf: CassetteSource = { ...(settings.cassettes ?? repositoryCassettes) },
): Promise<Suite> {
  // Before an adapter is loaded: its libraries may keep the timers that they find.
  installClock();
  if (!source) shared ??= loadShared();
  const [matrix, scenarios, [checks, regressions]] = await (shared && !source ? shared : loadShared(source));
  const { implementation, providerApi, tampering } = subject;
  const column = providerOf(matrix, providerApi);
  const identity = adapterIdentity(implementation, providerApi);
  const conclusions = await conclusionsFor(subject, { matrix, scenarios }, settings);
  const all = expand(matrix, scenarios, [identity], settings.thorough);
  if (settings.capabilities) assertCapabilities(settings.capabilities, all);
  const reader = await wireReaderFor(providerApi);
  let loaded: Adapter | undefined;
  const adapter = async () => {
    loaded ??= await subject.load();
    return loaded;
  };
  const kept = regressionsOf(regressions, all, providerApi);
  const { transport, part, seed, thorough = false } = settings;
  const given = {
    cassettes: shelf,
    ...(transport ? { transport } : {}),
    ...(tampering ? { tampering } : {}),
  };
  const bench: CaseContext = { column, checks, reader, adapter, kept, isThorough: thorough, ...given };
  const plays = new Map<string, Promise<ReplayOutcome>>();
  const play = playedOnce(bench, plays);
  // A case that cannot be played is judged in its own place; whoever looks at it sees that there is nothing.
  const traceOf: TraceOf = async (theCase) => (await play(theCase)).trace;
  const siblingTrace: TraceOf = async (theCase) => {
    const sibling = siblingOf(theCase, all);
    return sibling && traceOf(sibling);
  };
  const selected = all.filter(isSelectedBy(settings));
  const processProblems: RunProblem[] = [];
  const noteUnreported = (when: string) => {
    const message = loaded?.process?.unreported?.();
    if (message === undefined) return;
    const hint =
      'a process must run until its stdin ends, and write only responses to requests (docs/external-adapters.md)';
    processProblems.push({ place: identity.id, message: `${message}; that was between two cases, ${when}`, hint });
  };
  const outcomeOf = async (theCase: Case): Promise<StoredCase> => {
    subject.onCase?.(theCase.id);
    const start = performance.now();
    const outcome = await runWhole(theCase, bench, { play, traceOf, siblingTrace });
    const milliseconds = Math.round((performance.now() - start) * 1000) / 1000;
    noteUnreported(`before or after ${theCase.id}`);
    const isAlone = siblingOf(theCase, all) && !(await siblingTrace(theCase));
    const undecided = isAlone ? checks.flatMap(({ id, comparesModes }) => (comparesModes ? id : [])) : [];
    return storedCaseOf(outcome, { undecided, milliseconds });
  };
  const own = part ? casesOfPartition(selected, part) : selected;
  return {
    cases: seed === undefined ? own : shuffled(own, seed),
    issueProblems: conclusions.issueProblems,
    outcomeOf,
    run: async (theCase) => {
      const stored = await outcomeOf(theCase);
      return { ...stored, ...conclusions.of(theCase, stored.outcome) };
    },
    processProblems: () => {
      noteUnreported('after the last one');
      return processProblems;
    },
    close: async () => {
      // Whoever ran the cases may hold on to them, and to what they saw through them.
      plays.clear();
      await loaded?.process?.stop();
    },
  };
}

interface Plays {
  readonly play: (theCase: Case) => Promise<ReplayOutcome>;
  readonly traceOf: TraceOf;
  readonly siblingTrace: TraceOf;
}

function runWhole(theCase: Case, bench: CaseContext, { play, traceOf, siblingTrace }: Plays): Promise<CaseOutcome> {
  if (theCase.fault) return runFaultCase(theCase, bench, traceOf);
  if (theCase.setup) return runSetupCase(theCase, bench, traceOf);
  if (theCase.declared) return runDeclarationCase(theCase, bench, theCase.declared);
  return runCase(theCase, bench, siblingTrace, play);
}

/**
 * Plays each case at most once, for itself and for those that look at it: they play it where it was not selected, so that no verdict
 * depends on what else was.
 */
function playedOnce(
  bench: CaseContext,
  plays: Map<string, Promise<ReplayOutcome>>,
): (theCase: Case) => Promise<ReplayOutcome> {
  return (theCase) => {
    const known = plays.get(theCase.id) ?? replayCase(theCase, bench);
    plays.set(theCase.id, known);
    return known;
  };
}

/** Of a stream, the case that plays the same scenario in the other mode: the two are compared. */
export function siblingOf({ mode, kind, tool, scenario }: Case, all: readonly Case[]): Case | undefined {
  if (mode !== 'stream' || kind !== 'scenario') return undefined;
  return all.find((other) => other.tool === tool && other.scenario === scenario && other.mode !== mode);
}
