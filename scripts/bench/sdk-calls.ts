import { createRequire } from 'node:module';
import { join } from 'node:path';
import { UserError } from '../../files/user-error.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';

/** What is sent to a provider: one JSON body a request. */
export type Bodies = readonly { readonly stream?: boolean }[];

/** Sends requests one after the other through a client made for them, and reads the answers to their end. */
export type SdkCalls = (baseUrl: string, bodies: Bodies, fetch?: typeof globalThis.fetch) => Promise<void>;

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
    throw new UserError(`the bench does not know how the SDK of "${providerApi}" is called`, {
      hint: 'add it to scripts/bench/sdk-calls.ts',
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
