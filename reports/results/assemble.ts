import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import type { Check } from '../../spec/checks/check.ts';
import type { SuiteReport } from '../../spec/engine/suite.ts';
import type { RunProblem } from '../../spec/engine/verdict.ts';
import {
  type CaseResult,
  type ListedIssue,
  type Results,
  resultsVersion,
  type Timings,
} from '../../spec/results/schema.ts';

/** What is known of a run besides its cases. */
export interface RunFacts {
  readonly asOf: string;
  readonly selection: Readonly<Record<string, readonly string[]>>;
  /** How requests reached the recordings, where it was not in-process. */
  readonly transport?: Results['run']['transport'];
  /** Of one shard of a run: the commit that it was run at. */
  readonly commit?: string;
  /** Whether faults of which there are hundreds were tried too. */
  readonly thorough?: boolean;
  /** Cases that were left out because the run ended early. */
  readonly notRun?: Results['run']['notRun'];
  readonly adapters: Results['run']['adapters'];
  /** All known issues of these adapters. */
  readonly knownIssues: readonly ListedIssue[];
  readonly matrix: unknown;
  readonly checks: readonly Omit<Check, 'judge'>[];
  /** Problems that belong to no case: known issues that are not exact, test files that could not be loaded. */
  readonly problems: readonly RunProblem[];
  /** How many cases the matrix and the scenarios made for the selection. */
  readonly generated: number;
}

/** Everything a run leaves on disk, ready to be written: the index, the lines of evidence by hash, the times apart. */
export interface Assembled {
  readonly results: Results;
  readonly evidence: Pick<ReadonlyMap<string, Buffer>, 'get'>;
  readonly timings: Timings;
}

/** Brings the reports of all cases into their published form. Pure and totally ordered: the order of running leaves no trace. */
export function assemble(facts: RunFacts, reports: readonly SuiteReport[]): Assembled {
  const seen = new Map(reports.map((report) => [report.result.evidenceSha256, report]));
  const cases = reports.map(({ result }) => result);
  const issueProblems = reports.flatMap((r) => r.issueProblems);
  return {
    results: inPublishedOrder({
      version: resultsVersion,
      run: {
        asOf: facts.asOf,
        selection: Object.fromEntries(Object.entries(facts.selection).map(([k, v]) => [k, [...v].sort()])),
        ...(facts.transport ? { transport: facts.transport } : {}),
        ...(facts.commit ? { commit: facts.commit } : {}),
        ...(facts.thorough ? { thorough: true as const } : {}),
        adapters: [...facts.adapters],
        knownIssues: facts.knownIssues.map((e) => ({ ...e })),
        ...(facts.notRun ? { notRun: { ...facts.notRun } } : {}),
      },
      matrix: facts.matrix as Json,
      checks: facts.checks.map(publishedCheck),
      cases,
      problems: [...facts.problems, ...issueProblems],
      counts: { ...countsOf(facts.generated, cases), ...connectionsOf(reports) },
    }),
    // Of what is on disk already, nobody asks for it.
    evidence: { get: (sha256) => seen.get(sha256)?.evidence },
    timings: {
      version: resultsVersion,
      milliseconds: Object.fromEntries(reports.map(({ outcome }) => [outcome.case, outcome.milliseconds])),
    },
  };
}

/** The same results in the order in which they are published, each problem once. */
export function inPublishedOrder(results: Results): Results {
  const { run, checks, cases, problems } = results;
  return {
    ...results,
    run: { ...run, adapters: run.adapters.toSorted(by((a) => a.id)) },
    checks: checks.toSorted(by((c) => c.id)),
    cases: cases.toSorted(by((c) => c.id)),
    problems: unique(problems).sort(by((p) => p.place + p.message)),
  };
}

export function publishedCheck({ id, level, title, reason, sources }: Omit<Check, 'judge'>): Results['checks'][number] {
  return { id, level, title, reason, sources: sources.map((s) => ({ ...s })) };
}

/** TCP connections tried beside the transport, over all cases. */
function connectionsOf(reports: readonly SuiteReport[]): Pick<Results['counts'], 'connections' | 'unseen'> {
  const seen = reports.flatMap(({ outcome }) => outcome.connections ?? []);
  const unseen = seen.filter((c) => c.unseen).length;
  return {
    connections: seen.reduce((total, { attempts }) => total + attempts, 0),
    ...(unseen > 0 ? { unseen } : {}),
  };
}

function countsOf(generated: number, cases: readonly CaseResult[]): Omit<Results['counts'], 'connections' | 'unseen'> {
  const all = cases.flatMap((c) => c.checks);
  return {
    generated,
    executed: cases.length,
    asserted: cases.filter((c) => c.checks.some((k) => k.compared > 0)).length,
    compared: all.reduce((total, c) => total + c.compared, 0),
  };
}

function unique(problems: readonly RunProblem[]): RunProblem[] {
  return [...new Map(problems.map((p) => [canonicalJson(p), p])).values()];
}

const by =
  <T>(key: (item: T) => string) =>
  (a: T, b: T): number =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
