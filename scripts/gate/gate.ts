/** The gate: two states, what flips, and whether that may be merged. */
import { join, resolve } from 'node:path';
import { escapeControlDeep } from '../../lib/escape-control-characters.ts';
import { writableFolder, writeFileAtomic } from '../../lib/write-atomic.ts';
import { byName } from '../../reports/compare/compare.ts';
import { decide } from '../../reports/gate/decide.ts';
import type { Decision } from '../../reports/gate/decision-schema.ts';
import { gateMarkdown } from '../../reports/gate/markdown.ts';
import { gateText } from '../../reports/gate/text.ts';
import { readResults } from '../../reports/results/store.ts';
import { loadAliases } from '../../spec/aliases.ts';
import { repositoryFolder as root } from '../../spec/engine/discover.ts';
import type { Selection } from '../../spec/engine/plan.ts';
import { today } from '../../spec/engine/selection.ts';
import { type Results, resultsVersion } from '../../spec/results/schema.ts';
import { gitLine } from '../git.ts';
import { type Ran, run as runCases } from '../run/run.ts';
import { colours } from '../terminal-colors.ts';
import { type Base, findBase, type RevisionBase } from './base.ts';
import { type BaseRevision, baseRevision, withWorktree } from './base-revision.ts';
import { runAt, runWithCurrentIds } from './base-run.ts';
import { type RuleLevels, ruleLevelsOf } from './rule-levels.ts';

/** What was typed. */
interface GateCommand extends Omit<GateRun, 'tell' | 'signal' | keyof RuleLevels> {
  /** Levels of rules, as `ruleLevelsOf` reads them. */
  readonly rules: readonly string[];
  /** Instead of runs, recordings are compared: these, or all that differ. */
  readonly recordings?: readonly string[] | undefined;
  readonly json: boolean;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** Ended by Ctrl-C. */
const ended = 130;

/**
 * Runs the gate, and writes and prints what it decided.
 *
 * @returns the exit code
 * @throws {UserError} base, run or an option is wrong, or a file cannot be written.
 */
export async function gateFromCommandLine(command: GateCommand): Promise<number> {
  const levels = ruleLevelsOf(command.rules);
  const folder = await writableFolder(command.out);
  const decision = command.recordings
    ? await recordingsDecision(command.recordings, { ...command, ...levels })
    : await runDecision({ ...command, ...levels });
  if (!decision) return ended;
  await writeFileAtomic(join(folder, 'gate.md'), gateMarkdown(decision));
  command.print(
    command.json ? `${JSON.stringify(escapeControlDeep(decision), null, 2)}\n` : `${gateText(decision, colours)}\n`,
  );
  return decision.passes ? 0 : 1;
}

async function recordingsDecision(
  paths: readonly string[],
  { selection, ...command }: GateCommand & RuleLevels,
): Promise<Decision> {
  const { gateRecordings } = await import('./recordings.ts');
  return gateRecordings({ ...command, paths, cases: selection.cases });
}

/** Nothing where the user ended it. */
async function runDecision(command: GateCommand & RuleLevels): Promise<Decision | undefined> {
  const ending = new AbortController();
  const end = () => ending.abort();
  // The second one is the system's own: it ends the process.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  try {
    return await gateRun({ ...command, signal: ending.signal, tell: (line) => command.complain(`${line}\n`) });
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    command.complain('stopped before a decision\n');
    return undefined;
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
}

/** What is judged, against what, and how strictly. */
interface GateRun extends RuleLevels {
  /** A results file, a folder of a run, or a git revision. */
  readonly base: string;
  /** A folder of a run that is there; without it one is made. */
  readonly head?: string | undefined;
  readonly selection: Selection;
  /**
   * Whether every case is played. If not, where the base is a revision only those that a change since can affect; and those that change
   * answers on their way only where nothing else fails.
   */
  readonly all: boolean;
  /** Where the run that is made is written, and `gate.md`. */
  readonly out: string;
  readonly signal?: AbortSignal | undefined;
  /** Told of what takes a while. */
  readonly tell: (line: string) => void;
}

/** @throws {UserError} base, run or selection is wrong, or the user ended it. */
async function gateRun(run: GateRun): Promise<Decision> {
  const base = await findBase(run.base, root);
  if (base.kind === 'results') return gated(run, base);
  return withWorktree(base.commit, root, async (tree) => {
    const code = baseRevision(tree, { root, commit: base.commit, signal: run.signal, tell: run.tell });
    try {
      return await gated(run, { ...base, code });
    } finally {
      await code.end();
    }
  });
}

/** A base; a revision with its own code. */
type BaseAtHand = Extract<Base, { readonly kind: 'results' }> | (RevisionBase & { readonly code: BaseRevision });

async function gated(run: GateRun, base: BaseAtHand): Promise<Decision> {
  const head = await headOf(run, base, !run.all);
  if (!head) return nothingToJudge(base, today());
  const decision = await judged(run, base, head);
  if (!gaveUp(head.results)) return decision;
  if (!decision.passes) return { ...decision, notes: [...decision.notes, notPlayed] };
  // What failed is not of this change: the rest may be.
  return judged(run, base, (await headOf(run, base, false)) ?? head);
}

const notPlayed = 'fault cases were skipped because other cases fail: fix these first, or run all cases with --all';

/** Whether a run left out what changes answers on their way. */
const gaveUp = ({ run }: Results): boolean => (run.selection.kinds ?? []).length > 0;

/** The run that is judged; where it is made here, what it was made from is known as well. */
type Head = Pick<Ran, 'results'> & Partial<Ran>;

/** Nothing where only what was changed was to be played, and it can affect no case. */
async function headOf(run: GateRun, base: BaseAtHand, failFast: boolean): Promise<Head | undefined> {
  if (run.head) return { results: await readResults(resolve(run.head)) };
  run.tell('playing this run');
  const failed = new AbortController();
  try {
    return await runCases({
      ...run,
      affected: base.kind === 'revision' && !run.all ? base.commit : undefined,
      failFast,
      folder: resolve(run.out),
      say: () => {},
      // The base is read meanwhile. Where that fails, this run is of no use.
      onPlanned: () => {
        if (base.kind === 'revision') base.code.state().catch(() => failed.abort());
      },
      signal: AbortSignal.any([failed.signal, ...(run.signal ? [run.signal] : [])]),
    });
  } catch (error) {
    if (failed.signal.aborted && base.kind === 'revision') await base.code.state();
    throw error;
  }
}

async function judged(run: GateRun, base: BaseAtHand, { results, plan, written }: Head): Promise<Decision> {
  const aliases = await loadAliases();
  const before =
    base.kind === 'results'
      ? runWithCurrentIds(aliases, base.results)
      : await runAt(base.commit, base.code, results, aliases, plan, run.signal);
  await written;
  const decision = decide({
    before: before.run,
    // A revision was asked about these very cases, and of those that are gone.
    after:
      base.kind === 'results'
        ? results
        : { ...results, run: { ...results.run, selection: byName(results.run.selection) } },
    base: named(base),
    accepted: run.accepted,
    strict: run.strict,
    notes: [...(base.kind === 'results' ? [] : base.notes), ...before.notes],
  });
  return withAuthors(decision, root);
}

/** No case can come out otherwise, so none was played. */
function nothingToJudge(base: Base, asOf: string): Decision {
  const results: Results = {
    version: resultsVersion,
    run: { asOf, selection: {}, adapters: [], knownIssues: [] },
    matrix: {},
    checks: [],
    cases: [],
    problems: [],
    counts: { generated: 0, executed: 0, asserted: 0, compared: 0, connections: 0 },
  };
  return decide({
    before: results,
    after: results,
    base: named(base),
    notes: ['the change affects no case, so none was run'],
    isUnaffected: true,
  });
}

const named = (base: Base) =>
  base.kind === 'results' ? { name: base.name } : { name: base.name, commit: base.commit };

// Who listed a known issue

/** How many are asked about. */
const most = 50;

type Listed = Decision['knownIssues']['added'][number];

/** The decision, with who listed the known issues that are new or say something else, where git knows. */
export async function withAuthors(decision: Decision, root: string): Promise<Decision> {
  const { added, changed, removed } = decision.knownIssues;
  const [addedBy, changedBy] = await Promise.all([
    Promise.all(added.map((e, i) => (i < most ? signed(e, root) : e))),
    Promise.all(changed.map(async (c, i) => (i < most ? { ...c, after: await signed(c.after, root) } : c))),
  ]);
  return { ...decision, knownIssues: { added: addedBy, changed: changedBy, removed } };
}

async function signed(listed: Listed, root: string): Promise<Listed> {
  const [, file, line] = /^(.*):(\d+)$/.exec(listed.place) ?? [];
  if (!file || !line) return listed;
  const said = await gitLine(['blame', '--porcelain', '-L', `${line},${line}`, '--', file], root);
  const by = authorOf(said ?? '', listed.id);
  return by ? { ...listed, by } : listed;
}

/**
 * Whose name stands in what `git blame --porcelain` says of one line; nothing where nobody has committed it, or where the line is not
 * the one that was meant. Pure.
 *
 * @param id what the line holds
 */
function authorOf(said: string, id: string): string | undefined {
  const line = said.split('\n').find((each) => each.startsWith('\t'));
  if (/^0+ /.test(said) || !line?.includes(id)) return undefined;
  return /^author (.+)$/m.exec(said)?.[1];
}
