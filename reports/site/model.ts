import type { KillMatrix } from '../../spec/kill-matrix/schema.ts';
import { issuesIn } from '../../spec/results/case-result.ts';
import type { CaseResult, ListedIssue, Results } from '../../spec/results/schema.ts';
import { verdictLabels } from '../html/labels.ts';
import { type CellView, type ReportView, viewOf } from '../html/view.ts';

type CheckResult = CaseResult['checks'][number];

/** What came of one check over a run. */
export interface CheckCounts {
  readonly statuses: Record<CheckResult['status'], number>;
  compared: number;
  /** Where it found something. */
  readonly found: { readonly case: CaseResult; readonly result: CheckResult }[];
}

/** What the cases of an adapter come to. */
export interface AdapterCounts {
  readonly cases: number;
  readonly passed: number;
  /** Covered by known issues. */
  readonly excepted: number;
  /** What makes a run red. */
  readonly failed: number;
  /** Cases in which a check below MUST found something. */
  readonly warned: number;
}

/** Everything that pages of the site look things up in, brought together once, in time that grows with the run alone. */
export interface SiteModel {
  readonly view: ReportView;
  readonly results: Results;
  readonly killMatrix: KillMatrix | undefined;
  readonly cells: readonly CellView[];
  readonly byAdapter: ReadonlyMap<string, readonly CaseResult[]>;
  readonly adapterCounts: ReadonlyMap<string, AdapterCounts>;
  /** One scenario of a tool on one provider API, in every mode and through every adapter. */
  readonly alike: (c: CaseResult) => readonly CaseResult[];
  readonly checks: ReadonlyMap<string, CheckCounts>;
  /** The known issues behind a case. */
  readonly issuesOf: (c: CaseResult) => readonly ListedIssue[];
}

/** @throws {UserError} the results hold no availability table that this version can show. */
export function modelOf(results: Results, killMatrix: KillMatrix | undefined): SiteModel {
  const { cases, run } = results;
  const view = viewOf(results, new Map());
  const byAdapter = Map.groupBy(cases, (c) => c.adapter);
  const scenarioOf = (c: CaseResult) => JSON.stringify([c.providerApi, c.tool, c.scenario]);
  const byScenario = Map.groupBy(cases, scenarioOf);
  return {
    view,
    results,
    killMatrix,
    cells: view.columns.flatMap((column) => column.cells.flatMap((cell) => cell ?? [])),
    byAdapter,
    adapterCounts: new Map(run.adapters.map(({ id }) => [id, countsOf(byAdapter.get(id) ?? [])])),
    alike: (c) => byScenario.get(scenarioOf(c)) ?? [],
    checks: checkCounts(results),
    issuesOf: issuesIn(run),
  };
}

function countsOf(cases: readonly CaseResult[]): AdapterCounts {
  const passed = cases.filter((c) => c.verdict === 'pass').length;
  const failed = cases.filter((c) => !verdictLabels[c.verdict].acceptable).length;
  const warned = cases.filter((c) => c.checks.some((k) => k.status === 'warn')).length;
  return { cases: cases.length, passed, failed, excepted: cases.length - passed - failed, warned };
}

/** In one pass over all cases: every check by every case would be millions of looks. */
function checkCounts({ checks, cases }: Results): ReadonlyMap<string, CheckCounts> {
  const counts = new Map(
    checks.map(({ id }): [string, CheckCounts] => [
      id,
      { statuses: { pass: 0, fail: 0, warn: 0, 'not-applicable': 0 }, compared: 0, found: [] },
    ]),
  );
  for (const c of cases) {
    for (const result of c.checks) {
      const own = counts.get(result.check);
      if (!own) continue;
      own.statuses[result.status] += 1;
      own.compared += result.compared;
      if (result.findings.length > 0) own.found.push({ case: c, result });
    }
  }
  return counts;
}
