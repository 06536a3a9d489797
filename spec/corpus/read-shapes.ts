import { demandKnown } from '../../files/demand-known.ts';
import { UserError } from '../../files/user-error.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { listCassettes, parseCassettePath } from '../../recordings/format/location.ts';
import { readCassettes } from '../../recordings/format/store.ts';
import { replaySettings } from '../engine/settings.ts';
import { compareShapes, type ShapeReport } from './compare-shapes.ts';
import { listCorpus, readUnit } from './files.ts';
import { type CorpusFolder, loadFolders } from './folders.ts';
import { loadShapeReasons } from './shape-reasons.ts';
import { shapesOf } from './shapes.ts';
import { toExchanges } from './to-exchange.ts';

/**
 * Compares the shapes of a corpus's answers with those of the cassettes, column by column; columns without a cassette are left
 * out. What callers ask is their own choice, so requests are not looked at.
 *
 * @throws {UserError} the corpus, a cassette or the list of reasons is missing or malformed, the provider API is unknown, or
 * nothing can be compared.
 */
export async function readShapes(directory: string | undefined, provider?: string): Promise<ShapeReport[]> {
  if (provider !== undefined) demandKnown('provider API', provider, providerApiIds);
  const [corpus, matrix, reasons] = await Promise.all([
    loadFolders().then((folders) => listCorpus(directory, folders)),
    loadMatrix(),
    loadShapeReasons(),
  ]);
  const opaque = new Set(reasons.opaque);
  const recorded = await cassetteShapes(opaque);
  const reports: ShapeReport[] = [];
  for (const id of providerApiIds) {
    const folders = corpus.known.filter(({ folder }) => folder.providerApi === id);
    const shapes = recorded.get(id);
    if ((provider !== undefined && provider !== id) || folders.length === 0 || !shapes) continue;
    const column = providerOf(matrix, id);
    const home = { operations: column.operations, baseUrl: replaySettings(column).baseUrl };
    const real = new Map<string, string>();
    const note = async (folder: CorpusFolder, name: string) => {
      const unit = await readUnit(corpus.directory, folder, name);
      for (const [i, exchange] of unit.file.exchanges.entries()) {
        const served = toExchanges(exchange, folder, home);
        for (const { response } of 'reason' in served ? [] : served) {
          for (const shape of shapesOf(response, opaque)) {
            if (!real.has(shape)) real.set(shape, `${unit.name} exchanges[${i}]`);
          }
        }
      }
    };
    for (const { folder, files } of folders) for (const name of files) await note(folder, name);
    reports.push(compareShapes(id, real, shapes, reasons.columns[id]));
  }
  if (reports.length > 0) return reports;
  throw new UserError(`nothing to compare: ${provider ?? 'no column'} has both real traffic and cassettes`, {
    hint: `columns are ${providerApiIds.join(', ')}`,
  });
}

async function cassetteShapes(opaque: ReadonlySet<string>): Promise<Map<string, Set<string>>> {
  const byColumn = new Map<string, Set<string>>();
  for (const path of await listCassettes()) {
    const { providerApi } = parseCassettePath(path) ?? {};
    if (providerApi === undefined) continue;
    const shapes = byColumn.get(providerApi) ?? new Set();
    byColumn.set(providerApi, shapes);
    for (const { entries } of Object.values(readCassettes(path).cassettes)) {
      for (const { response } of entries) for (const shape of shapesOf(response, opaque)) shapes.add(shape);
    }
  }
  return byColumn;
}
