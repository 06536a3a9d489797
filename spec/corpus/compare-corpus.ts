import { didYouMean } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { type ProviderApi, providerOf } from '../../matrix/model.ts';
import { CassetteSelection } from '../../recordings/transport/cassette-selection.ts';
import { keepConnected } from '../../recordings/transport/connection.ts';
import { withTransport } from '../../recordings/transport/with-transport.ts';
import type { Adapter } from '../contract/index.ts';
import { transportFor } from '../engine/process-transport.ts';
import { framingOf, replaySettings } from '../engine/replay-settings.ts';
import { wireReaderFor } from '../wire/index.ts';
import { type CorpusReport, type FileReport, readFile, sumUp } from './corpus-report.ts';
import { listCorpus, readUnit } from './files.ts';
import { loadFolders } from './folders.ts';
import type { Serve } from './replay-call.ts';

/** What to read, and with whose adapters. */
export interface CorpusRequest {
  /** The directories of the corpus, as `CORPUS_DIR` lists them; from the environment, so they may be missing. */
  readonly directories: string | undefined;
  /** Only this provider API. */
  readonly provider?: string | undefined;
  /** The adapter of a provider API, or why there is none. */
  readonly adapterFor: (providerApi: ProviderApiId) => Promise<Adapter | { readonly reason: string }>;
}

/** What was read, and what was not. Plain JSON. */
export interface CorpusReading {
  readonly providers: readonly CorpusReport[];
  /** Provider APIs of the corpus that cannot be read yet. */
  readonly skipped: readonly { readonly providerApi: string; readonly files: number; readonly reason: string }[];
  /** Columns that the corpus holds no traffic of. */
  readonly withoutTraffic: readonly ProviderApiId[];
  /** Folders of the corpus that belong to no column of the matrix. */
  readonly withoutColumn: readonly { readonly folder: string; readonly files: number; readonly reason: string }[];
}

/**
 * Serves a corpus to adapters and compares facts. Adapters run one after another, as the transport demands.
 *
 * @throws {UserError} the corpus is missing, empty or malformed; the provider API is unknown, is not in the corpus or
 * cannot be read.
 */
export async function compareCorpus({ directories, provider, adapterFor }: CorpusRequest): Promise<CorpusReading> {
  const chosen = chosenProvider(provider);
  const corpus = await listCorpus(directories, await loadFolders());
  const matrix = await loadMatrix();
  const providers: CorpusReport[] = [];
  const skipped: CorpusReading['skipped'][number][] = [];
  const withoutTraffic: ProviderApiId[] = [];
  for (const providerApi of chosen ? [chosen] : providerApiIds) {
    const folders = corpus.known.filter(({ folder }) => folder.providerApi === providerApi);
    const files = folders.reduce((total, folder) => total + folder.files.length, 0);
    if (files === 0 && !chosen) {
      withoutTraffic.push(providerApi);
      continue;
    }
    if (files === 0) {
      throw new UserError(`the corpus has no traffic of "${providerApi}"`, { where: directories ?? '' });
    }
    const adapter = await adapterFor(providerApi);
    if ('reason' in adapter) {
      if (chosen) throw new UserError(`cannot read the traffic of "${providerApi}": ${adapter.reason}`);
      skipped.push({ providerApi, files, reason: adapter.reason });
      continue;
    }
    const column = providerOf(matrix, providerApi);
    const reader = await wireReaderFor(providerApi);
    const home = { ...column, baseUrl: replaySettings(column).baseUrl };
    const reports: FileReport[] = [];
    const disconnect = keepConnected();
    try {
      for (const { directory, folder, files: names } of folders) {
        const subject = { adapter, reader, serve: serveFor(column, adapter, folder.surface) };
        for (const name of names) {
          reports.push(await readFile(await readUnit(directory, folder, name), subject, home));
        }
      }
    } finally {
      await disconnect();
      await adapter.process?.stop();
    }
    providers.push(sumUp(providerApi, adapter.id, reports));
  }
  return { providers, skipped, withoutTraffic, withoutColumn: corpus.withoutColumn };
}

function chosenProvider(provider: string | undefined): ProviderApiId | undefined {
  if (provider === undefined) return undefined;
  const known = providerApiIds.find((id) => id === provider);
  if (!known) {
    throw new UserError(`--provider: unknown provider API "${provider}"`, {
      hint: didYouMean(provider, providerApiIds),
    });
  }
  return known;
}

/**
 * Serves recorded exchanges of a column through the transport that an adapter's cases are replayed on.
 *
 * @param surface the variant of the column; its first one unless told
 */
function serveFor(column: ProviderApi, adapter: Adapter, surface?: string): Serve {
  return async (exchanges, use) => {
    const cassette = {
      provenance: { evidence: 'live', sources: [], note: 'read from a corpus' },
      entries: exchanges.map(({ request, response }) => ({ request, response })),
    } as const;
    const settings = replaySettings(column, surface === undefined ? {} : { surface });
    const deck = CassetteSelection.of(cassette, column.operations, settings.baseUrl);
    const options = { deck, settings, kind: transportFor(adapter), framing: framingOf(column, surface) };
    const { value } = await withTransport(options, (transport) => use(transport.settings()));
    return value;
  };
}
