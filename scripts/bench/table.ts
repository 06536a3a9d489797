import type { CaseTimes } from './time-case.ts';

/** Times as a table for a terminal: a column per case, a row per part; ratios are those to the bare SDK calls. */
export function benchTable(cases: readonly CaseTimes[]): string {
  const row = (name: string, cell: (times: CaseTimes) => string): string[] => [name, ...cases.map(cell)];
  const time = (name: string, of: (times: CaseTimes) => number, bare = (t: CaseTimes) => t.bareSdk): string[] =>
    row(name, (t) => `${of(t).toFixed(3)}  ×${(of(t) / bare(t)).toFixed(2).padStart(5)}`);
  const rows = [
    row('', (t) => t.case.replace(/^([^/]+)\/.*\/([^/]+)$/, '$1 $2')),
    row('requests', (t) => `${t.requests}        `),
    time('bare SDK calls', (t) => t.bareSdk),
    time('case', (t) => t.wholeCase),
    time('  cassette', (t) => t.shares.cassette),
    time('  opening, closing', (t) => t.shares.opening),
    time('  catching', (t) => t.shares.catching),
    time('  matching', (t) => t.shares.matching),
    time('  adapter and driver', (t) => t.shares.adapter),
    time('  judge', (t) => t.shares.judge),
    time('harness: case − adapter', (t) => t.wholeCase - t.shares.adapter),
    time('harness’s own: matching, facts, judge', (t) => t.shares.matching + t.shares.judge),
    row('bare SDK calls, served by', () => ''),
    ...Object.keys(cases[0]?.servedBy ?? {}).map((name) =>
      time(
        `  ${name}`,
        (t) => t.servedBy[name] ?? Number.NaN,
        (t) => t.servedBy['a function'],
      ),
    ),
  ];
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((cells) => cells[i]?.length ?? 0)));
  return rows
    .map((cells) =>
      cells
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
