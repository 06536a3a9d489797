/** A run is held against its base. */
import { resolve } from 'node:path';
import { byName } from '../../reports/compare/known.ts';
import { decide } from '../../reports/gate/decide.ts';
import { rules } from '../../reports/gate/rules.ts';
import type { Decision } from '../../reports/gate/schema.ts';
import { readResults } from '../../reports/results/store.ts';
import { loadAliases } from '../../spec/aliases.ts';
import { repositoryFolder as root } from '../../spec/engine/discover.ts';
import type { Selection } from '../../spec/engine/plan.ts';
import { today } from '../../spec/engine/selection.ts';
import { type Results, resultsVersion } from '../../spec/results/schema.ts';
import { type Ran, run as runCases } from '../run/run.ts';
import { type Base, findBase } from './base.ts';
import { runAt } from './base-at.ts';
import { type BaseRevision, baseRevision } from './base-revision.ts';
import { withAuthors } from './blame.ts';
import { runWithCurrentIds } from './current-ids.ts';
import { withWorktree } from './worktree.ts';

/** What is judged, against what, and how strictly. */
export interface GateRun {
  /** A results file, a folder of a run, or a git revision. */
  readonly base: string;
  /** A folder of a run that is there; without it one is made. */
  readonly head?: string | undefined;
  readonly selection: Selection;
  readonly asOf?: string | undefined;
  readonly transport?: string | undefined;
  readonly thorough?: boolean | undefined;
  /** Whether only what was changed since the base can affect is played; unless told, where the base is a revision. */
  readonly affected?: boolean | undefined;
  /** Whether everything is played whatever fails; unless told, what changes answers on their way only where nothing else fails. */
  readonly keepGoing?: boolean | undefined;
  /** Where the run is written that is made. */
  readonly out: string;
  readonly failOnStale: boolean;
  /** Rules whose findings are accepted. */
  readonly accepted: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Told of what takes a while. */
  readonly tell: (line: string) => void;
}

/** What was decided, and of what. */
export interface GateOutcome {
  readonly decision: Decision;
  readonly results: Results;
}

/** @throws {UserError} base, run or selection is wrong, or the user ended it. */
export async function runGate(run: GateRun): Promise<GateOutcome> {
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
type BaseAtHand =
  | Extract<Base, { readonly kind: 'results' }>
  | (Extract<Base, { readonly kind: 'revision' }> & { readonly code: BaseRevision });

async function gated(run: GateRun, base: BaseAtHand): Promise<GateOutcome> {
  const head = await headOf(run, base, !run.keepGoing);
  if (!head) return nothingToJudge(base, run.asOf ?? today());
  const outcome = await judged(run, base, head);
  const { decision } = outcome;
  if (!gaveUp(head.results)) return outcome;
  if (!decision.passes) return { ...outcome, decision: { ...decision, notes: [...decision.notes, notPlayed] } };
  // What failed is not of this change: the rest may be.
  return judged(run, base, (await headOf(run, base, false)) ?? head);
}

const notPlayed =
  'what changes answers on their way was not played, for something else fails already: mend that first, or play it too with --keep-going';

/** Whether a run left out what changes answers on their way. */
const gaveUp = ({ run }: Results): boolean => (run.selection.kinds ?? []).length > 0;

/** The run that is judged; where it is made here, what it was made from is known as well. */
type Head = Pick<Ran, 'results'> & Partial<Ran>;

/** Nothing where only what was changed was to be played, and it can affect no case. */
async function headOf(run: GateRun, base: BaseAtHand, failFast: boolean): Promise<Head | undefined> {
  if (run.head) return { results: await readResults(resolve(run.head)) };
  const since = base.kind === 'revision' ? base.commit : true;
  const { affected = base.kind === 'revision' } = run;
  run.tell('playing this run');
  const failed = new AbortController();
  try {
    return await runCases({
      ...run,
      affected: affected ? since : undefined,
      failFast,
      folder: resolve(run.out),
      say: () => {},
      // The base is read meanwhile. Where that fails, this run is of no use.
      onPlanned: () => {
        if (base.kind === 'revision') base.code.state(run.thorough).catch(() => failed.abort());
      },
      signal: AbortSignal.any([failed.signal, ...(run.signal ? [run.signal] : [])]),
    });
  } catch (error) {
    if (failed.signal.aborted && base.kind === 'revision') await base.code.state(run.thorough);
    throw error;
  }
}

async function judged(run: GateRun, base: BaseAtHand, { results, plan, written }: Head): Promise<GateOutcome> {
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
    base: base.kind === 'results' ? { name: base.name } : { name: base.name, commit: base.commit },
    accepted: run.accepted,
    strict: run.failOnStale ? ['stale'] : [],
    notes: [...(base.kind === 'results' ? [] : base.notes), ...before.notes],
  });
  return { decision: await withAuthors(decision, root), results };
}

/** No case can come out otherwise, so none was played. */
function nothingToJudge(base: Base, asOf: string): GateOutcome {
  const results: Results = {
    version: resultsVersion,
    run: { asOf, selection: {}, adapters: [], exceptions: [] },
    matrix: {},
    checks: [],
    cases: [],
    problems: [],
    counts: { generated: 0, executed: 0, asserted: 0, compared: 0, connections: 0 },
  };
  const decision = decide({
    before: results,
    after: results,
    base: base.kind === 'results' ? { name: base.name } : { name: base.name, commit: base.commit },
    notes: ['nothing that was changed can affect a case: none was played'],
    rules: rules.filter(({ id }) => id !== 'nothing-executed'),
  });
  return { decision, results };
}
