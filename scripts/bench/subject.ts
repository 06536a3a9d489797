import { pathToFileURL } from 'node:url';
import { UserError } from '../../files/user-error.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import type { Case } from '../../spec/engine/case.ts';
import { cassettesOf, deckOf } from '../../spec/engine/cassettes-of.ts';
import { type DiscoveredAdapter, repositoryFolder } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { type Bench, observe } from '../../spec/engine/run.ts';
import type { Trace } from '../../spec/engine/trace.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';
import type { Bodies } from './sdk-calls.ts';

/** A case to be timed, with all that its parts need. */
export interface Subject {
  readonly theCase: Case;
  readonly bench: Bench;
  readonly adapter: Adapter;
  readonly cassette: Cassette;
  readonly trace: Trace;
  /** The trace of the other mode, where checks compare with it. */
  readonly sibling: Trace | undefined;
  /** What the adapter sent. */
  readonly bodies: Bodies;
}

/** One conversation of two calls, in both modes, of an adapter. */
export async function subjectsOf(found: DiscoveredAdapter): Promise<readonly Subject[]> {
  const [matrix, scenarios, checks] = await Promise.all([loadMatrix(), loadScenarios(), loadChecks()]);
  const { implementation, providerApi } = found;
  const path = `${repositoryFolder}/adapters/${implementation}/${providerApi}/index.ts`;
  const { adapter } = (await import(pathToFileURL(path).href)) as { adapter: Adapter };
  const column = providerOf(matrix, providerApi);
  const bench: Bench = { column, checks, reader: await wireReaderFor(providerApi), adapter: async () => adapter };
  const cases = expand(matrix, scenarios, [found]).filter(
    ({ tool, scenario }) => tool === 'function-calling' && scenario.id === 'single-call',
  );
  const played: { readonly theCase: Case; readonly cassette: Cassette; readonly trace: Trace }[] = [];
  for (const theCase of cases) {
    const cassette = cassettesOf(theCase, column)[0].open();
    played.push({ theCase, cassette, trace: await observe(theCase, deckOf(theCase, column), bench) });
  }
  if (played.length === 0) throw new UserError(`${found.id} has no case function-calling/single-call to be timed`);
  return played.map(({ theCase, cassette, trace }) => ({
    theCase,
    bench,
    adapter,
    cassette,
    trace,
    sibling: theCase.mode === 'stream' ? played.find((p) => p.theCase.mode === 'complete')?.trace : undefined,
    bodies: trace.steps.flatMap((s) => s.exchanges.map((e) => JSON.parse(e.request.body?.text ?? '{}'))),
  }));
}
