/** What a corpus shows of the answers of each provider API. */
import { UserError } from '../../lib/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { type Exchange, headerOf } from '../../recordings/format/exchange.ts';
import { type Seen, type Shown, trafficOf } from '../traffic/gather.ts';
import { datedToolsOf, signaturesOf } from '../traffic/signatures.ts';
import type { TrafficSource } from '../traffic/traffic.ts';
import { wordsOf } from '../traffic/wire-words.ts';
import { listCorpus, realUnits } from './files.ts';
import { loadFolders } from './folders.ts';
import type { CorpusFile } from './format.ts';
import { loadSchemaReasons } from './schemas.ts';
import { loadShapeReasons } from './shapes.ts';

/**
 * Gathers the signatures of all real answers, by provider API. Left out are other vendors, files that name no source, and recordings that
 * depart from the service: `known-schema-violations.yaml` lists them.
 *
 * @param directories one or several directories of a corpus, with the system's path separator between them
 * @throws {UserError} the corpus or a list of reasons is missing or malformed, or nothing can be read.
 */
export async function readTraffic(directories: string | undefined): Promise<ReadonlyMap<ProviderApiId, Seen>> {
  const [corpus, matrix, { opaque }, departures] = await Promise.all([
    loadFolders().then((folders) => listCorpus(directories, folders)),
    loadMatrix(),
    loadShapeReasons(),
    loadSchemaReasons(),
  ]);
  const found = new Map<ProviderApiId, Seen>();
  for (const id of providerApiIds) {
    const departing = new Set((departures[id] ?? []).flatMap(({ files }) => files));
    const words = await wordsOf(id, opaque);
    const shown: Shown[] = [];
    for (const { unit, exchanges } of await realUnits(corpus, providerOf(matrix, id))) {
      if (!unit.file.source || departing.has(unit.name)) continue;
      const served = exchanges.flatMap((one) => one.served);
      const signatures = served.flatMap(({ response }) => [...signaturesOf(response, words)]);
      if (signatures.length > 0) shown.push({ source: sourceOf(unit.file, served), signatures: new Set(signatures) });
    }
    if (shown.length > 0) found.set(id, trafficOf(id, shown));
  }
  if (found.size > 0) return found;
  throw new UserError('the corpus has no recording of a provider API of the matrix');
}

function sourceOf({ source, captured }: CorpusFile, exchanges: readonly Exchange[]): TrafficSource {
  const { repo = '', path = '', commit = '', real } = source ?? {};
  const [apiVersion] = exchanges.flatMap(({ request }) => versionOf(request) ?? []);
  const toolVersions = [...new Set(exchanges.flatMap(({ request }) => datedToolsOf(request)))];
  return {
    repository: repo,
    path,
    commit,
    ...(captured ? { captured } : {}),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(toolVersions.length > 0 ? { toolVersions: toolVersions.sort() } : {}),
    real: real === 'yes' ? 'yes' : 'probably',
  };
}

/** The version of the API that a request asks for: in a header, or in its address. */
const versionOf = (request: Exchange['request']): string | undefined =>
  headerOf(request, 'anthropic-version') ?? new URL(request.url).searchParams.get('api-version') ?? undefined;
