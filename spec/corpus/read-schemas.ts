import { demandKnown } from '../../files/demand-known.ts';
import { UserError } from '../../files/user-error.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { replaySettings } from '../engine/settings.ts';
import { wireReaderFor } from '../wire/index.ts';
import { listCorpus, readUnit } from './files.ts';
import { loadFolders } from './folders.ts';
import type { CorpusUnit } from './run.ts';
import { loadSchemaReasons } from './schema-reasons.ts';
import { judgeReal, type RealExchange, type RealSchemaReport } from './schemas.ts';
import { toExchanges } from './to-exchange.ts';

/**
 * Holds a corpus against the providers' own types and rules, column by column; columns without real traffic are left out.
 *
 * @throws {UserError} the corpus or the list of reasons is missing or malformed, the provider API is unknown, or there is no
 * traffic of it.
 */
export async function readSchemas(directory: string | undefined, provider?: string): Promise<RealSchemaReport[]> {
  if (provider !== undefined) demandKnown('provider API', provider, providerApiIds);
  const [corpus, matrix, reasons] = await Promise.all([
    loadFolders().then((folders) => listCorpus(directory, folders)),
    loadMatrix(),
    loadSchemaReasons(),
  ]);
  const reports: RealSchemaReport[] = [];
  for (const id of providerApiIds) {
    const folders = corpus.known.filter(({ folder }) => folder.providerApi === id);
    if ((provider !== undefined && provider !== id) || folders.length === 0) continue;
    const column = providerOf(matrix, id);
    const home = { operations: column.operations, baseUrl: replaySettings(column).baseUrl };
    const exchanges: RealExchange[] = [];
    for (const { folder, files } of folders) {
      for (const name of files) exchanges.push(...realExchanges(await readUnit(corpus.directory, folder, name), home));
    }
    reports.push(judgeReal(await wireReaderFor(id), exchanges, reasons[id]));
  }
  if (reports.length > 0) return reports;
  throw new UserError(`there is no real traffic of ${provider ?? 'any column'}`, {
    hint: 'CORPUS_DIR names a folder that holds a folder of recordings per provider API',
  });
}

function realExchanges({ name, folder, file }: CorpusUnit, home: Parameters<typeof toExchanges>[2]): RealExchange[] {
  const earlier: Exchange[] = [];
  return file.exchanges.flatMap((recorded, i) => {
    const served = toExchanges(recorded, folder, home);
    if ('reason' in served) return [];
    return served.map((exchange) => {
      const before = [...earlier];
      earlier.push(exchange);
      const place = `${name} exchanges[${i}]`;
      return { place, exchange, hasRequest: recorded.request !== null, earlier: before };
    });
  });
}
