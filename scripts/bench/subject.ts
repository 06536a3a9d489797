import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../lib/user-error.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import type { Case } from '../../spec/engine/case.ts';
import { cassettesOf, deckOf } from '../../spec/engine/case-cassettes.ts';
import { type DiscoveredAdapter, repositoryFolder } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { type CaseContext, observeCase } from '../../spec/engine/run.ts';
import type { Trace } from '../../spec/engine/trace.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';

/** A case to be timed, with all that its parts need. */
export interface Subject {
  readonly theCase: Case;
  readonly bench: CaseContext;
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
  const path = `${repositoryFolder}/adapters/${implementation}/${providerApi}/adapter.ts`;
  const { adapter } = (await import(pathToFileURL(path).href)) as { adapter: Adapter };
  const column = providerOf(matrix, providerApi);
  const bench: CaseContext = { column, checks, reader: await wireReaderFor(providerApi), adapter: async () => adapter };
  const cases = expand(matrix, scenarios, [found]).filter(
    ({ tool, scenario }) => tool === 'function-calling' && scenario.id === 'call-single',
  );
  const played: { readonly theCase: Case; readonly cassette: Cassette; readonly trace: Trace }[] = [];
  for (const theCase of cases) {
    const cassette = cassettesOf(theCase, column)[0].open();
    played.push({ theCase, cassette, trace: await observeCase(theCase, deckOf(theCase, column), bench) });
  }
  if (played.length === 0) throw new UserError(`${found.id} has no case function-calling/call-single to time`);
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

/** What is sent to a provider: one JSON body a request. */
type Bodies = readonly { readonly stream?: boolean }[];

/** Sends requests one after the other through a client made for them, and reads the answers to their end. */
type SdkCalls = (baseUrl: string, bodies: Bodies, fetch?: typeof globalThis.fetch) => Promise<void>;

type ClientClass = new (options: object) => { readonly [resource: string]: { create: Create } };

type Create = (body: object) => Promise<AsyncIterable<unknown>>;

/** How an SDK is called, as bare as it can be. */
interface Sdk {
  readonly package: string;
  /** What it counts to its base URL. */
  readonly basePath: string;
  readonly createOf: (client: { readonly [resource: string]: { create: Create } }) => Create | undefined;
}

/** The SDKs that the reference adapters are built on. */
const sdks: Readonly<Record<string, Sdk>> = {
  anthropic: {
    package: '@anthropic-ai/sdk',
    basePath: '',
    createOf: ({ messages }) => messages?.create.bind(messages),
  },
  'openai-responses': {
    package: 'openai',
    basePath: '/v1',
    createOf: ({ responses }) => responses?.create.bind(responses),
  },
};

/** The provider APIs of which it is known how their SDK is called. */
export const benched: readonly string[] = Object.keys(sdks);

/** @throws {UserError} it is not known how the SDK of a provider API is called. */
export function sdkCallsOf(providerApi: string): SdkCalls {
  const sdk = sdks[providerApi];
  if (!sdk) {
    throw new UserError(`the benchmark has no SDK call for "${providerApi}"`, {
      hint: 'add it to scripts/bench/time-case.ts',
    });
  }
  return callsOf(sdk);
}

/** An SDK belongs to the adapter that wraps it; so it is taken from there, and nothing else here depends on it. */
const fromReference = createRequire(join(repositoryFolder, 'adapters/reference/package.json'));

/** No more than the adapters ask of an SDK, or a comparison with them would flatter. */
const quiet = { maxRetries: 0, logLevel: 'off', webhookKey: null, openTelemetry: false };

function callsOf(sdk: Sdk): SdkCalls {
  const { default: Client } = fromReference(sdk.package) as { default: ClientClass };
  return async (baseUrl, bodies, fetch) => {
    const options = { ...quiet, apiKey: 'bench-needs-no-key', baseURL: baseUrl + sdk.basePath };
    const create = sdk.createOf(new Client({ ...options, ...(fetch ? { fetch } : {}) }));
    for (const body of bodies) {
      const answer = await create?.(body);
      if (body.stream && answer) for await (const _ of answer);
    }
  };
}
