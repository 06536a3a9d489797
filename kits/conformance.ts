/** What is given of an adapter that is to be judged, and what its cases are made from. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import colours from 'picocolors';
import { isDay } from '../lib/calendar-date.ts';
import { assertKnown } from '../lib/did-you-mean.ts';
import { UserError } from '../lib/user-error.ts';
import { providerApiIds } from '../matrix/ids.ts';
import { loadMatrix } from '../matrix/load.ts';
import { providerOf } from '../matrix/model.ts';
import { recordingsFolder } from '../recordings/format/recordings-package.ts';
import { installGuard } from '../recordings/network-guard/socket-guard.ts';
import { causesOf } from '../reports/causes/causes.ts';
import { causeLines } from '../reports/causes/text.ts';
import { type Assembled, assemble, publishedCheck } from '../reports/results/assemble.ts';
import type { Check } from '../spec/checks/check.ts';
import { loadChecks } from '../spec/checks/load.ts';
import type { Adapter } from '../spec/contract/index.ts';
import { declaredInVain } from '../spec/engine/capabilities.ts';
import { adapterIdentity, type Case } from '../spec/engine/case.ts';
import { expand } from '../spec/engine/expand.ts';
import { type KnownIssuesFile, knownIssuesFrom, noMoreExceptions } from '../spec/engine/known-issues.ts';
import { ownCases } from '../spec/engine/own-cases.ts';
import { isRequiredBy, loadRequirements } from '../spec/engine/requirements.ts';
import { type CaseSource, type SuiteSettings, today } from '../spec/engine/selection.ts';
import type { SuiteReport, SuiteSubject } from '../spec/engine/suite.ts';
import { acceptableVerdicts } from '../spec/engine/verdict.ts';
import type { CaseResult } from '../spec/results/schema.ts';
import { loadScenarios } from '../spec/scenarios/load.ts';
import type { Scenario, Tier } from '../spec/scenarios/schema.ts';
import { rememberReport } from './last-report.ts';

/** An adapter, and what is known of it. */
export interface Conformance {
  readonly adapter: Adapter;
  /**
   * Its known issues by their ids, or the path of a YAML file of them. Whatever fails and none covers fails the suite, and so does what one
   * covers and passes. None, where absent.
   */
  readonly knownIssues?: string | KnownIssuesFile;
  /** The day that the age of recordings is computed against, YYYY-MM-DD; today, where absent. */
  readonly asOf?: string;
  /** Rows of the matrix, such as `web-search`; all, where absent. */
  readonly tools?: readonly string[];
  /** Conversations by their ids; all, where absent. */
  readonly scenarios?: readonly string[];
  /** Variants of the provider API, as the matrix names them, such as `azure-openai`; all, where absent. */
  readonly surfaces?: readonly string[];
  /** `complete`, `stream`; both, where absent. */
  readonly modes?: readonly ('complete' | 'stream')[];
  /** The month of a frozen set of cases, such as `2026-11`: these alone, so that an update of the suite adds none. All, where absent. */
  readonly requirements?: string;
  /** `core`, `extended`, `edge`, `robustness`; all, where absent. */
  readonly tiers?: readonly Tier[];
  /** Folder of own cases, as `import` writes them; none, where absent. */
  readonly recorded?: string;
  /** Folder for `index.html`, `results.json` with `evidence/`, and `summary.md`; none is written, where absent. */
  readonly report?: string;
}

/** What a suite is prepared with. */
export interface Prepared {
  readonly subject: SuiteSubject;
  readonly settings: SuiteSettings;
  readonly source: CaseSource;
  /**
   * Tells what came of the cases, once all have run, and writes the report.
   *
   * @throws {UserError} it cannot be written, or the adapter declares what works in no core case.
   */
  readonly end: (reports: readonly SuiteReport[], cases: readonly Case[]) => Promise<void>;
}

/**
 * Blocks connections to other machines from here on.
 *
 * @param rerun what to type to run one case again
 * @throws {UserError} there is no such provider API or variant, its recordings are not installed, or the day is none.
 */
export async function prepared(
  { adapter, knownIssues, asOf = today(), surfaces, report, recorded, requirements, ...given }: Conformance,
  rerun: (caseId: string) => string,
): Promise<Prepared> {
  const { exceptions, ...selection }: typeof given & { readonly exceptions?: unknown } = given;
  if (exceptions !== undefined) throw noMoreExceptions(typeof exceptions === 'string' ? exceptions : '<file>');
  const { implementation, providerApi, capabilities } = adapter;
  assertKnown('provider API', providerApi, providerApiIds);
  if (!isDay(asOf)) throw new UserError(`"${asOf}": not a date`, { hint: 'use YYYY-MM-DD, for example 2026-11-20' });
  installGuard();
  const folder = recordingsFolder(providerApi);
  const whole = { matrix: await loadMatrix(), scenarios: await loadScenarios(undefined, folder) };
  const checks = await loadChecks();
  const own = recorded === undefined ? undefined : await ownCases(resolve(recorded), providerApi, whole.scenarios);
  const all = own ? { ...whole, scenarios: own.scenarios } : whole;
  const source = surfaces ? onSurfaces(all, providerApi, surfaces) : all;
  const issues = await knownIssuesFrom(knownIssues);
  return {
    subject: { implementation, providerApi, load: async () => adapter, knownIssues },
    settings: {
      asOf,
      ...selection,
      ...(requirements === undefined ? {} : requiredOf(requirements, adapter, source, selection.tiers)),
      ...(capabilities ? { capabilities } : {}),
      cassettes: { folder, ...(own ? { instead: own.instead } : {}) },
    },
    source,
    end: async (reports, cases) => {
      const results = reports.map(({ result }) => ({ ...result, replay: rerun(result.id) }));
      tell(adapter, results, checks);
      const verdicts = new Map(results.map(({ id, verdict }) => [id, verdict]));
      const isWhole = selection.scenarios === undefined && selection.modes === undefined;
      const vain = capabilities && isWhole ? declaredInVain(capabilities, cases, verdicts) : [];
      const hint = 'mend it, or remove it from "capabilities" of the adapter';
      const problems = vain.map((message) => ({ place: adapter.id, message, hint }));
      const { id } = adapter;
      const facts = {
        asOf,
        selection: Object.fromEntries(
          Object.entries({ ...selection, ...(requirements ? { requirements: [requirements] } : {}) }).map(
            ([what, chosen]) => [what, chosen ?? []],
          ),
        ),
        adapters: [{ id, implementation, providerApi, packages: [], ...(capabilities ? { capabilities } : {}) }],
        knownIssues: issues.map((issue) => ({ adapter: id, ...issue })),
        matrix: source.matrix,
        checks,
        problems,
        generated: reports.length,
      };
      if (report !== undefined)
        await writeReport(
          report,
          assemble(
            facts,
            reports.map((each, i) => ({ ...each, result: results[i] ?? each.result })),
          ),
        );
      if (problems.length > 0)
        throw new Error(problems.map(({ place, message }) => `${place}: ${message}\n  → ${hint}`).join('\n'));
    },
  };
}

/** The cases of a frozen set, by the tiers that they had. @throws {UserError} there is no such set. */
function requiredOf(
  month: string,
  { implementation, providerApi }: Adapter,
  { matrix, scenarios }: CaseSource,
  tiers: readonly Tier[] = [],
): Pick<SuiteSettings, 'cases' | 'tiers'> {
  const cases = expand(matrix, scenarios, [adapterIdentity(implementation, providerApi)]);
  return { cases: cases.filter(isRequiredBy(loadRequirements(month), tiers)).map(({ id }) => id), tiers: [] };
}

export const noCase = (): UserError =>
  new UserError('no case matches this selection', {
    hint: 'leave out "tools", "scenarios" or "modes", or look up their ids in the report',
  });

/** Why cases fail, in at most a dozen causes: of an adapter that nobody has judged yet hundreds of cases may fail. */
export function tell({ id }: Adapter, results: readonly CaseResult[], checks: readonly Check[]): void {
  const failing = results.filter(({ verdict }) => !acceptableVerdicts.includes(verdict));
  const lines = [`${id}: ${results.length - failing.length} of ${results.length} cases pass`];
  if (failing.length > 0) {
    lines.push('', ...causeLines(causesOf(failing).causes, failing.length, checks.map(publishedCheck), colours));
    lines.push(
      '',
      'What is known and stays so for now belongs into a file of known issues: knownIssues of describeConformance.',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Writes the report, and its summary into that of the job where GitHub runs it. */
async function writeReport(folder: string, run: Assembled): Promise<void> {
  // Loaded when it is needed: what draws the page takes longer to load than to run.
  const { writeRun } = await import('../reports/pages/render.ts');
  await writeRun(folder, run);
  rememberReport(folder);
  process.stdout.write(`${join(folder, 'index.html')}\n`);
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary) appendFileSync(summary, readFileSync(join(folder, 'summary.md')));
}

/**
 * What is there of a provider API on some of its variants.
 *
 * @throws {UserError} it has no such variant.
 */
function onSurfaces({ matrix, scenarios }: CaseSource, providerApi: string, wanted: readonly string[]): CaseSource {
  const column = providerOf(matrix, providerApi);
  const known = column.surfaces.map(({ id }) => id);
  for (const surface of wanted) assertKnown(`surface of ${providerApi}`, surface, known);
  const isWanted = ({ surface, surfaces }: Scenario) => {
    const own = surfaces?.[column.id] ?? surface;
    return own === undefined || wanted.includes(own);
  };
  return {
    matrix: {
      ...matrix,
      providers: matrix.providers.map((each) =>
        each === column ? { ...each, surfaces: each.surfaces.filter(({ id }) => wanted.includes(id)) } : each,
      ),
    },
    scenarios: scenarios.map((file) => ({ ...file, scenarios: file.scenarios.filter(isWanted) })),
  };
}
