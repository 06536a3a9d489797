import { countOf } from '../../lib/count-of.ts';
import { escapeControl, escapeControlDeep } from '../../lib/escape-control-characters.ts';
import type { Matrix } from '../../matrix/model.ts';
import type { Support } from '../../matrix/schema.ts';
import { acceptableVerdicts } from '../../spec/engine/verdict.ts';
import { type FaultGroup, faultGroups } from '../../spec/faults/groups.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { causesOf } from '../causes/causes.ts';
import { causeLines } from '../causes/text.ts';
import { worded } from '../cells/case-impact.ts';
import { cellState, cellStates, type StateLabel } from '../cells/cell-state.ts';
import { findingLines } from '../findings/lines.ts';
import { staleCells, staleLine } from '../freshness/stale.ts';
import type { Palette } from './palette.ts';

/** True for a case that does not fail a run. */
export const isAcceptable = ({ verdict }: Pick<CaseResult, 'verdict'>): boolean => acceptableVerdicts.includes(verdict);

/**
 * True when a run proves what it was made to prove: every case acceptable, no problem, none left out because it ended early, and at
 * least one case, unless other shards have them.
 *
 * @param errorOnWarnings whether a finding of a check that SHOULD hold counts as well; or whose, by the name of an implementation
 */
export function isPassingRun({ run, cases, problems }: Results, errorOnWarnings: boolean | string = false): boolean {
  const strict = run.adapters.filter((a) => errorOnWarnings === true || errorOnWarnings === a.implementation);
  const isGood = (c: CaseResult) =>
    isAcceptable(c) && !(strict.some(({ id }) => id === c.adapter) && c.checks.some(({ status }) => status === 'warn'));
  const hasCases = cases.length > 0 || run.selection.shard !== undefined;
  return hasCases && run.notRun === undefined && problems.length === 0 && cases.every(isGood);
}

/** The number of cases that did not run, with the reason. Pure. */
export const notRunLine = ({ cases, reason }: NonNullable<Results['run']['notRun']>): string =>
  `cases not run: ${cases} (${reason})`;

/** What a partial run was limited to. Pure. */
function partialRunLine(chosen: readonly (readonly [what: string, ids: readonly string[]])[]): string {
  const parts = chosen.map(([what, ids]) => `${ids.length === 1 ? what.replace(/s$/, '') : what} ${ids.join(', ')}`);
  return `partial run: ${parts.join(chosen.every(([, ids]) => ids.length === 1) ? ', ' : '; ')}`;
}

/** Maximum number of failing cases in full. */
const shownFailing = 12;

/** Maximum number of stale cells by name; the page marks all. */
const shownStale = 10;

/** The summary by cell that a run prints: a line per cell, then every case that is not acceptable with its reason. Pure. */
export function summarize(results: Results, colour: Palette): string {
  const { cases, problems, counts, run } = results;
  const matrix = results.matrix as Matrix;
  const lines: string[] = [];
  const chosen = Object.entries(run.selection).filter(([, ids]) => ids.length > 0);
  if (chosen.length > 0) {
    lines.push(colour.yellow(partialRunLine(chosen)));
  }
  const byAdapter = Map.groupBy(cases, (c) => c.adapter);
  for (const adapter of run.adapters) {
    lines.push(colour.bold(`${adapter.id}  (as of ${run.asOf})`));
    const column = matrix.providers.find((c) => c.id === adapter.providerApi);
    const supports = new Map<string, Support | undefined>(
      matrix.tools.map(({ id }) => [id, column?.cells[id].support]),
    );
    const bySubject = Map.groupBy(byAdapter.get(adapter.id) ?? [], (c) => c.tool);
    // The tools of the table in its order, then what is none, such as break-glass.
    for (const subject of new Set([...supports.keys(), ...bySubject.keys()])) {
      const own = bySubject.get(subject) ?? [];
      if (own.length === 0 && chosen.length > 0) continue;
      lines.push(`  ${`${subject} `.padEnd(26)}${cellLine(own, supports.get(subject) ?? 'yes', colour)}`);
    }
  }
  lines.push(...failingLines(results, colour));
  for (const p of problems)
    lines.push('', `${colour.red('problem')} ${p.place}: ${escapeControl(p.message)}`, `  → ${p.hint}`);
  const warned = Map.groupBy(
    cases.flatMap(({ id, checks }) => checks.filter((k) => k.status === 'warn').map((k) => ({ ...k, id }))),
    (k) => k.check,
  );
  for (const [check, [first, ...others]] of warned)
    lines.push(
      '',
      colour.yellow(`warning ${check} in ${others.length + 1} cases; the report shows each`),
      `  ${first?.id}: ${escapeControl(first?.findings[0]?.message ?? '')}`,
    );
  const stale = staleLine(cases);
  if (stale !== undefined) {
    const cells = staleCells(cases).map(({ tool, providerApi }) => `${tool}/${providerApi}`);
    const more = cells.length > shownStale ? ` and ${cells.length - shownStale} more` : '';
    lines.push(
      '',
      colour.yellow(`${stale}: ${cells.slice(0, shownStale).join(', ')}${more}`),
      '  → record them again: npm run atc -- record --help',
    );
  }
  if (run.notRun) lines.push('', colour.red(notRunLine(run.notRun)));
  const failed = cases.filter((c) => !isAcceptable(c)).length;
  const passed = cases.filter((c) => c.verdict === 'pass').length;
  const known = cases.length - passed - failed;
  const faults = faultCounts(cases);
  lines.push(
    '',
    ...(faults ? [faultLine(faults)] : []),
    `${countOf(counts.generated, 'case')}: ${counts.executed} run, ${counts.asserted} with comparisons (${counts.compared} in total); ${countOf(counts.connections, 'network connection')}${counts.unseen === undefined ? '' : ` (not counted: ${countOf(counts.unseen, 'case')} of adapters in another process)`}`,
    `${passed} passed, ${failed + problems.length} failed${known > 0 ? `, ${countOf(known, 'known failure')}` : ''}`,
  );
  return lines.join('\n');
}

/** Failing cases by their causes; whole where each has another cause, and what is none of the adapter's. */
function failingLines({ cases, checks }: Results, colour: Palette): string[] {
  const failing = cases.filter((c) => !isAcceptable(c));
  // What a known issue covers and passes is told as a problem of its list.
  const isCaused = (c: CaseResult) => c.verdict === 'fail' && c.unexpectedPasses === undefined;
  const caused = failing.filter(isCaused);
  const found = causesOf(caused);
  const isGrouped = caused.length > shownFailing || found.causes.some((cause) => cause.cases.length > 1);
  const { causes, rest } = isGrouped ? found : { causes: [], rest: [] };
  const whole = [...failing.filter((c) => !isCaused(c)), ...(isGrouped ? [] : caused)];
  return [
    ...whole.slice(0, shownFailing).flatMap((c) => ['', ...failureLines(c, checks, colour)]),
    ...(whole.length > shownFailing
      ? ['', `${countOf(whole.length - shownFailing, 'more failing case')} in the report`]
      : []),
    ...(causes.length > 0 ? ['', ...causeLines(causes, caused.length, checks, colour)] : []),
    ...(rest.length > 0 ? ['', `${countOf(rest.length, 'failing case')} without such a cause, in the report`] : []),
    ...(caused.length > 0 ? ['', colour.dim(placesLine)] : []),
  ];
}

function cellLine(cases: readonly CaseResult[], support: Support, colour: Palette): string {
  const state = cellState(support, cases.map(worded));
  const { glyph, word, tone } = cellStates[state];
  const failing = cases.filter((c) => !isAcceptable(c)).length;
  const known = cases.filter((c) => c.verdict === 'known-failure' || c.verdict === 'not-expressible').length;
  const notes = [
    ...(failing > 0 ? [colour.red(`${failing} failing`)] : []),
    ...(known > 0 ? [countOf(known, 'known failure')] : []),
    ...(cases.length > 0 ? [`${cases.length} cases`] : []),
    ...new Set(cases.filter(({ kind }) => kind === 'scenario').map(({ evidence }) => evidence)),
  ];
  const paints: Partial<Record<StateLabel['tone'], (text: string) => string>> = {
    pass: colour.green,
    part: colour.yellow,
    fail: colour.red,
  };
  const paint = paints[tone] ?? colour.dim;
  return `${paint(`${glyph} ${word}`)}${colour.dim(notes.length > 0 ? `  ${notes.join(', ')}` : '')}`;
}

/** What a run prints, as data: how many cases came out how, those that fail it with the command that plays each, and its problems. Pure. */
export function summaryData(results: Results, errorOnWarnings: boolean | string = false) {
  const { run, counts, cases, problems } = results;
  const verdicts = Object.entries(Object.groupBy(cases, ({ verdict }) => verdict));
  return escapeControlDeep({
    asOf: run.asOf,
    selection: run.selection,
    isGreen: isPassingRun(results, errorOnWarnings),
    counts,
    ...(run.notRun ? { notRun: run.notRun } : {}),
    verdicts: Object.fromEntries(verdicts.map(([verdict, own]) => [verdict, own?.length ?? 0])),
    failed: cases
      .filter((c) => !isAcceptable(c))
      .map(({ id, verdict, reason, replay }) => ({ id, verdict, ...(reason === undefined ? {} : { reason }), replay })),
    problems,
  });
}

/** Counts of one group of faults. */
interface GroupCounts {
  /** Faults that were run. */
  readonly tried: number;
  /** Faults without a failure. */
  readonly survived: number;
}

interface FaultCounts {
  readonly groups: Readonly<Record<FaultGroup, GroupCounts>>;
  /** Split points of streams. */
  readonly cuts: number;
  /** Errors of adapters that are not errors of the contract. */
  readonly untyped: number;
  /** Cases that ended at their time limit. */
  readonly hangs: number;
  /** Cases that ended with an error instead of a verdict. */
  readonly crashes: number;
}

/** Counts over the fault cases among some; `undefined` where there are none. */
export function faultCounts(cases: readonly CaseResult[]): FaultCounts | undefined {
  const faults = cases.filter(({ kind }) => kind === 'fault');
  if (faults.length === 0) return undefined;
  const ofGroup = (group: FaultGroup): GroupCounts => {
    const trials = faults.filter((c) => c.faults === group).flatMap((c) => c.trials ?? []);
    const tried = sum(trials.map((t) => t.tried));
    return { tried, survived: tried - sum(trials.map((t) => t.failed)) };
  };
  return {
    groups: Object.fromEntries(faultGroups.map((group) => [group, ofGroup(group)])) as FaultCounts['groups'],
    cuts: sum(faults.map(({ trials }) => trials?.cuts ?? 0)),
    untyped: sum(
      faults.flatMap(({ checks }) => checks.filter((c) => c.check === 'error-types').map((c) => c.findings.length)),
    ),
    hangs: faults.filter(({ reason = '' }) => reason.includes('did not come to an end')).length,
    crashes: faults.filter(({ verdict }) => verdict === 'error').length,
  };
}

/** Labels of the groups. */
const faultGroupLabels: Readonly<Record<FaultGroup, string>> = {
  framing: 'Framing',
  tolerance: 'Tolerance',
  errors: 'Errors',
  mutations: 'Mutations',
  dialects: 'Compatible servers',
};

/** One line of a summary. */
export function faultLine({ groups, cuts, untyped, hangs, crashes }: FaultCounts): string {
  const told = faultGroups
    .filter((group) => groups[group].tried > 0)
    .map((group) => `${faultGroupLabels[group].toLowerCase()} ${groups[group].survived}/${groups[group].tried}`);
  return `faults passed: ${told.join(', ')} (${countOf(cuts, 'split point')}; ${countOf(untyped, 'untyped error')}, ${countOf(hangs, 'hang')}, ${crashes} ${crashes === 1 ? 'crash' : 'crashes'})`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

/** How many findings of a check are printed; the page has all of them. */
const shownFindings = 3;

/** How to read the places of findings; printed once, below all that failed. */
const placesLine =
  'paths: steps[0] is the first call of your client, exchanges[0] its first request and response; for all of a case, run: npm run atc -- can-i-use <case>';

/**
 * A case that is not acceptable, as a terminal shows it: what is wrong, where, why it matters, and what plays it again. Pure.
 *
 * @param checks what the checks demand, as results have it
 */
export function failureLines(c: CaseResult, checks: Results['checks'], colour: Palette): string[] {
  const failed = c.checks.filter((k) => k.status === 'fail');
  const demandOf = (id: string) => checks.find((check) => check.id === id);
  return [
    `${colour.red(c.verdict)} ${c.id}`,
    // Where checks failed the reason only says the first of them again.
    ...(failed.length > 0 ? [] : [`  ${escapeControl(c.reason ?? '')}`]),
    ...failed.flatMap((k) => findingLines(k, demandOf(k.check), colour, shownFindings)).map((line) => `  ${line}`),
    colour.dim(`  replay: ${c.replay}`),
  ];
}
