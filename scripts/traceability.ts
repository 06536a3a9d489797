import { brokenAdapters } from '../adapters/broken/index.ts';
import { loadExclusions } from '../spec/kill-matrix/exclusions.ts';
import { loadKnownDefects } from '../spec/kill-matrix/known-defects.ts';
import { traceabilityOf } from '../spec/kill-matrix/traceability.ts';
import { colours } from './terminal-colors.ts';

/**
 * Lists the known defects that nothing stands for; as JSON, with what stands for the others.
 *
 * @returns what to print, and the exit code: 0 when none is open, else 1.
 * @throws {UserError} the annotations contradict each other, or name a defect that there is not.
 */
export async function traceDefects(json: boolean): Promise<{ text: string; exitCode: number }> {
  const known = await loadKnownDefects();
  const { traced, open } = traceabilityOf(known, brokenAdapters, await loadExclusions());
  const exitCode = open.length === 0 ? 0 : 1;
  if (json) return { text: `${JSON.stringify({ traced, open }, null, 2)}\n`, exitCode };
  const byColumn = Map.groupBy(open, (d) => d.providerApi);
  const lines = [...byColumn].flatMap(([column, defects]) => [
    colours.bold(column),
    ...defects.flatMap(({ id, class: kind, phase, defect, demand, url }) => [
      `  ${colours.red(id)} ${defect} ${colours.dim(`(${kind}, ${phase})`)}`,
      `       ${demand}`,
      colours.dim(`       ${url}`),
    ]),
    '',
  ]);
  const excluded = Object.values(traced).filter((trace) => 'excluded' in trace).length;
  const count = Object.keys(traced).length - excluded;
  lines.push(`${known.size} known defects, ${count} traced, ${excluded} excluded, ${open.length} open`);
  return { text: `${lines.join('\n')}\n`, exitCode };
}
