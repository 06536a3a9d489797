/** Plays the cases that recordings decide, with one set of recordings and with another, in this process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Shelf } from '../../recordings/format/shelf.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import type { Case } from '../../spec/engine/case.ts';
import { recordingsBehind } from '../../spec/engine/cassettes-of.ts';
import { type DiscoveredAdapter, discoverAdapters, repositoryFolder } from '../../spec/engine/discover.ts';
import { type SuiteSettings, today } from '../../spec/engine/selection.ts';
import { prepareSuite, type Suite } from '../../spec/engine/suite.ts';
import { type Compared, compared } from './flip.ts';

/** What to play. Plain JSON: it crosses a process boundary. */
export interface SidesRequest {
  readonly before: Shelf;
  readonly after: Shelf;
  /** The recordings that the two sides differ in: `<provider-api>/<tool>/<scenario>.<transport>.har`. */
  readonly changed: readonly string[];
  /** Whether cases that change answers on their way are played too: seconds per tool become a minute. */
  readonly faults?: boolean;
  /** Whose cases are played, by id; all adapters of the columns unless told. */
  readonly adapters?: readonly string[];
  /** The day on which exceptions are judged; today unless told. */
  readonly asOf?: string;
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
): Promise<Compared[]> {
  const columns = new Set(changed.map((name) => name.split('/')[0]));
  const adapters = (await discoverAdapters()).filter(
    ({ id, providerApi }) => columns.has(providerApi) && (only?.includes(id) ?? true),
  );
  const found: Compared[] = [];
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
  // One after the other: a process has one transport.
  for (const { before: old, after: young, cases } of benches) {
    try {
      for (const theCase of cases) {
        found.push(compared(await old.run(theCase), await young.run(theCase)));
        onCase(++done, all);
      }
    } finally {
      await young.close();
      await old.close();
    }
  }
  return found;
}

async function suiteOf({ implementation, providerApi }: DiscoveredAdapter, settings: SuiteSettings): Promise<Suite> {
  const folder = join(repositoryFolder, 'adapters', implementation);
  const url = pathToFileURL(join(folder, providerApi, 'index.ts')).href;
  const load = async () => ((await import(url)) as { adapter: Adapter }).adapter;
  return prepareSuite({ implementation, providerApi, load, exceptions: join(folder, 'exceptions.yaml') }, settings);
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
