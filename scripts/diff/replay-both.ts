/** Plays the cases that recordings decide, with one set of recordings and with another, in this process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { CassetteSource } from '../../recordings/format/cassette-path.ts';
import { keepConnected } from '../../recordings/transport/connection.ts';
import type { Side, SideCase } from '../../reports/compare/compare.ts';
import { isAcceptable } from '../../reports/summary/summary.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import type { Case } from '../../spec/engine/case.ts';
import { recordingsBehind } from '../../spec/engine/case-cassettes.ts';
import type { Concluded } from '../../spec/engine/conclusions.ts';
import { type DiscoveredAdapter, discoverAdapters, repositoryFolder } from '../../spec/engine/discover.ts';
import { type SuiteSettings, today } from '../../spec/engine/selection.ts';
import { prepareSuite, type Suite } from '../../spec/engine/suite.ts';

/** What to play. Plain JSON: it crosses a process boundary. */
export interface SidesRequest {
  readonly before: CassetteSource;
  readonly after: CassetteSource;
  /** The recordings that the two sides differ in: `<provider-api>/<tool>/<scenario>.json#<transport>`. */
  readonly changed: readonly string[];
  /** Whether cases that change answers on their way are played too: seconds per tool become a minute. */
  readonly faults?: boolean;
  /** Whose cases are played, by id; all adapters of the columns unless told. */
  readonly adapters?: readonly string[];
  /** The day on which recordings are judged; today unless told. */
  readonly asOf?: string;
}

/** A case as it came out with each set of recordings. Plain JSON. */
export interface PlayedCase {
  readonly before: SideCase;
  readonly after: SideCase;
}

/** The two sides of a comparison: the same code with other recordings. Pure. */
export function recordingSides(played: readonly PlayedCase[], matrix: unknown, asOf: string) {
  const sideOf = (which: keyof PlayedCase): Side => {
    const cases = played.map(({ [which]: c }) => c);
    const adapters = cases.map(({ adapter: id, implementation, providerApi }) => ({ id, implementation, providerApi }));
    const distinct = [...new Map(adapters.map((adapter) => [adapter.id, adapter])).values()];
    return { run: { asOf, selection: {}, adapters: distinct, knownIssues: [] }, matrix, cases, problems: [] };
  };
  return { before: sideOf('before'), after: sideOf('after') };
}

/**
 * A case that was played, as a side has it. What known issues cover and passes fails a run as a failing case does, and so does the case
 * here. Pure.
 */
export function playedCase({ result, issueProblems }: Pick<Concluded, 'result' | 'issueProblems'>): SideCase {
  const [problem] = issueProblems;
  if (!problem || !isAcceptable(result)) return result;
  return { ...result, verdict: 'fail', reason: `${problem.message}; ${problem.hint}` };
}

/**
 * Every case that may come out otherwise, of all adapters of the columns: of each what came on both sides. In the order of adapters and
 * cases.
 *
 * @param onCase told of each case, and of how many
 * @throws {UserError} a file that the suite is made from is malformed.
 */
export async function playSides(
  { before, after, changed, adapters: only, faults = false, asOf = today() }: SidesRequest,
  onCase: (done: number, all: number) => void = () => {},
): Promise<PlayedCase[]> {
  const columns = new Set(changed.map((name) => name.split('/')[0]));
  const adapters = (await discoverAdapters()).filter(
    ({ id, providerApi }) => columns.has(providerApi) && (only?.includes(id) ?? true),
  );
  const found: PlayedCase[] = [];
  const benches = await Promise.all(
    adapters.map(async (adapter) => {
      const sides = {
        before: await suiteOf(adapter, { asOf, cassettes: before }),
        after: await suiteOf(adapter, { asOf, cassettes: after }),
      };
      return { ...sides, cases: await concerned(sides.after, adapter, changed, faults) };
    }),
  );
  const all = benches.reduce((total, { cases }) => total + cases.length, 0);
  let done = 0;
  const disconnect = keepConnected();
  try {
    // One after the other: a process has one transport.
    for (const { before: old, after: young, cases } of benches) {
      try {
        for (const theCase of cases) {
          found.push({ before: playedCase(await old.run(theCase)), after: playedCase(await young.run(theCase)) });
          onCase(++done, all);
        }
      } finally {
        await young.close();
        await old.close();
      }
    }
  } finally {
    await disconnect();
  }
  return found;
}

async function suiteOf(
  { implementation, providerApi, knownIssues }: DiscoveredAdapter,
  settings: SuiteSettings,
): Promise<Suite> {
  const url = pathToFileURL(join(repositoryFolder, 'adapters', implementation, providerApi, 'adapter.ts')).href;
  const load = async () => ((await import(url)) as { adapter: Adapter }).adapter;
  const given = knownIssues === undefined ? {} : { knownIssues: join(repositoryFolder, knownIssues) };
  return prepareSuite({ implementation, providerApi, load, ...given }, settings);
}

/** The cases of a suite that one of the recordings stands behind. */
async function concerned(
  { cases }: Suite,
  { providerApi }: DiscoveredAdapter,
  changed: readonly string[],
  faults: boolean,
): Promise<Case[]> {
  const column = providerOf(await loadMatrix(), providerApi);
  return cases.filter((theCase) => {
    if (theCase.fault && !faults) return false;
    const behind = recordingsBehind(theCase, column);
    return changed.some((name) => behind.has(name));
  });
}
