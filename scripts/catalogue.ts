import { brokenAdapters, missedAdapters } from '../adapters/broken/all.ts';
import { assertKnown } from '../lib/did-you-mean.ts';
import { UserError } from '../lib/user-error.ts';
import { loadChecks } from '../spec/checks/load.ts';
import { type Catalogue, type CatalogueEntry, catalogueOf, loadExclusions } from '../spec/kill-matrix/catalogue.ts';
import { killMatrixOf } from '../spec/kill-matrix/kill-matrix.ts';
import { loadKnownDefects } from '../spec/kill-matrix/known-defects.ts';
import { playBroken } from '../spec/kill-matrix/run-broken.ts';
import { colours } from './terminal-colors.ts';

/**
 * Runs the broken adapters that have a known defect of a real one, and says of each known defect whether it is caught.
 *
 * @returns what to print, and the exit code: 0 when every known defect in scope is caught, or its row says why not; else 1.
 * @param ids only these known defects; all if empty
 * @throws {UserError} an id is unknown, or a broken adapter names a defect that there is not, or has one that is out of scope.
 */
export async function catalogue(ids: readonly string[], json: boolean): Promise<{ text: string; exitCode: number }> {
  const [known, checks, exclusions] = await Promise.all([loadKnownDefects(), loadChecks(), loadExclusions()]);
  for (const id of ids) assertKnown('known defect', id, [...known.keys()]);
  const isChosen = (id: string) => ids.length === 0 || ids.includes(id);
  const played = await playBroken(
    [...brokenAdapters, ...missedAdapters].filter(({ from = [] }) => from.some(isChosen)),
  );
  const chosen = new Map([...known].filter(([id]) => isChosen(id)));
  const matrix = killMatrixOf(played, checks, known, () => ({}));
  for (const { id, missed = '' } of missedAdapters) {
    const found = matrix.missed.find((each) => each.id === id);
    if (found) found.why = [missed];
    else if (played.some(({ broken }) => broken.id === id)) {
      const hint = 'remove "missed" from its row';
      throw new UserError(`broken adapter "${id}" is caught`, { where: 'adapters/reference', hint });
    }
  }
  const result = catalogueOf(
    chosen,
    matrix,
    exclusions.map((e) => ({ ...e, ids: e.ids.filter(isChosen) })),
  );
  const explained = new Set(missedAdapters.flatMap(({ from = [] }) => from));
  const isUnexplained = ({ id, state }: CatalogueEntry) => state === 'missed' && !explained.has(id);
  const text = json ? JSON.stringify(result, null, 2) : catalogueLines(result).join('\n');
  return { text: `${text}\n`, exitCode: result.entries.some(isUnexplained) ? 1 : 0 };
}

function catalogueLines({ known, inScope, caught, entries }: Catalogue): string[] {
  return [
    ...entries.flatMap(entryLines),
    '',
    `${known} known defects, ${inScope} in scope, ${caught} caught, ${inScope - caught} missed`,
  ];
}

function entryLines({
  id,
  providerApi,
  defect,
  url,
  state,
  brokenAdapters: own,
  checks,
  reason,
  why,
}: CatalogueEntry): string[] {
  const head = (word: string) => `${id}  ${word}  ${defect} ${colours.dim(`(${providerApi})`)}`;
  if (state === 'caught')
    return [head(colours.green('caught')), colours.dim(`      ${own.join(', ')}: ${checks.join(', ')}`)];
  if (state === 'missed') return [head(colours.red('missed')), `      ${why}`, colours.dim(`      ${url}`)];
  return [head(colours.yellow(`out of scope, ${reason}`)), colours.dim(`      ${why?.replaceAll(/\s+/g, ' ')}`)];
}
