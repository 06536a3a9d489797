import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthetic } from '../../reports/fixtures/large-run.ts';
import { layRun } from '../../reports/fixtures/write-run.ts';
import { renderReport } from '../../reports/pages/render.ts';

/** What the report of a run of some size costs: read, checked against its schema, rendered and written. */
export interface ReportCost {
  readonly cases: number;
  readonly milliseconds: number;
  readonly resultsMegabytes: number;
  readonly pageMegabytes: number;
}

/** Makes a run of that many cases on disk and times its report, the best of some rounds. */
export async function timeReport(cases: number, rounds: number): Promise<ReportCost> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-report-'));
  try {
    await layRun(folder, synthetic(cases));
    let milliseconds = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await renderReport(folder);
      milliseconds = Math.min(milliseconds, performance.now() - start);
    }
    const megabytes = async (name: string) => (await stat(join(folder, name))).size / 1e6;
    return {
      cases,
      milliseconds,
      resultsMegabytes: await megabytes('results.json'),
      pageMegabytes: await megabytes('index.html'),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The costs as a table. Pure. */
export function reportTable(costs: readonly ReportCost[]): string {
  const heads = ['cases', 'ms', 'ms per 1000 cases', 'MB of results', 'MB of page'];
  const rows = costs.map((c) => [
    String(c.cases),
    c.milliseconds.toFixed(0),
    ((1000 * c.milliseconds) / c.cases).toFixed(0),
    c.resultsMegabytes.toFixed(1),
    c.pageMegabytes.toFixed(2),
  ]);
  return [heads, ...rows]
    .map((row) => row.map((cell, i) => cell.padStart(heads[i]?.length ?? 0)).join('  '))
    .join('\n');
}
