/** The base as a side of a comparison: from the state of its revision and the few cases that were run there, or from results. */

import { countOf } from '../../lib/count-of.ts';
import { UserError } from '../../lib/user-error.ts';
import { byName, isChosen, type Side, type SideCase } from '../../reports/compare/compare.ts';
import {
  type Aliases,
  aliasKinds,
  currentAdapter,
  currentCase,
  currentIds,
  currentPatterns,
} from '../../spec/aliases.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { withCurrentIds as coversWithCurrentIds, verdictByIssues } from '../../spec/engine/known-issues.ts';
import { type Plan, readPlanned } from '../../spec/engine/plan.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import type { BaseRevision } from './base-revision.ts';
import type { RevisionOutcomes, RevisionState } from './revision/schema.ts';

/** The side of a base, and how it was found. */
export interface FoundBase {
  readonly run: Side;
  readonly notes: readonly string[];
}

/**
 * Finds the run of a revision: from its state, and by running, there and with its own code, the cases that are no pass now.
 *
 * @param commit the revision
 * @param after the run that is compared with it
 * @param aliases the ids of the base that are others now
 * @param plan what that run was made from, where it is known
 * @param signal the user's, to end it
 * @throws {UserError} it cannot be checked out, read or compared, or the user ended it.
 */
export async function runAt(
  commit: string,
  base: BaseRevision,
  after: Results,
  aliases: Aliases,
  plan: Plan | undefined,
  signal: AbortSignal | undefined,
): Promise<FoundBase> {
  const state = chosenState(
    await base.state(after.run.thorough),
    aliases,
    after,
    isUnnamedPart(after) ? await presentIds(after, plan) : undefined,
  );
  const asked = casesToRun(after, state);
  const renamed = renameNotes(state.cases.filter(({ id, there }) => id !== there.id).length);
  if (asked.length === 0) return { run: baseRun(after, state, undefined), notes: renamed };
  const shown = commit.slice(0, 12);
  try {
    const ran = await base.run(asked, after.run);
    const are = asked.length === 1 ? 'does not pass now was' : 'do not pass now were';
    return {
      run: baseRun(after, state, ran),
      notes: [
        ...renamed,
        `${countOf(asked.length, 'case')} that ${are} run at ${shown}; cases that pass now were not run there and count as passed`,
      ],
    };
  } catch (error) {
    if (!(error instanceof UserError) || signal?.aborted) throw error;
    const why = error.message.split('\n')[0];
    return {
      run: baseRun(after, state, undefined),
      notes: [...renamed, `no case could be run at ${shown}, so each failure counts as a regression: ${why}`],
    };
  }
}

/** All adapters and cases of this revision, whatever was selected. */
async function presentIds({ run }: Results, plan: Plan | undefined): Promise<ReadonlySet<string>> {
  const [{ matrix, scenarios }, adapters] = await Promise.all([plan ?? readPlanned(), discoverAdapters()]);
  return new Set([...adapters, ...expand(matrix, scenarios, adapters, run.thorough)].map(({ id }) => id));
}

/** A case of the base by its id of this revision, with the parts of that; `there` has the id of the base. */
interface BaseCase extends Omit<SideCase, 'verdict' | 'evidence' | 'replay'> {
  readonly there: RevisionState['cases'][number];
}

/** The part of a base's state that a run can be compared with. */
interface BaseState extends Omit<RevisionState, 'version' | 'cases'> {
  readonly cases: readonly BaseCase[];
}

/**
 * The state of a base by the ids of this revision, without the cases that the selection of a run leaves out. A run may be of a part
 * that its selection does not name, such as the affected cases: then the base has the cases of the run and those that are gone. Pure.
 *
 * @param present ids of all adapters and cases of this revision, where the run is of such a part
 */
export function chosenState(
  state: RevisionState,
  aliases: Aliases,
  after: Results,
  present?: ReadonlySet<string>,
): BaseState {
  const { adapters, matrix, knownIssues } = withCurrentIds(aliases, state);
  const named = { run: { ...after.run, selection: byName(after.run.selection) } };
  const inRun = new Set([...after.cases, ...after.run.adapters].map(({ id }) => id));
  const isHere = (id: string) => !present || inRun.has(id) || !present.has(id);
  const chosen = adapters.filter(({ id }) => isChosen(named, { adapters: id }) && isHere(id));
  const byId = new Map(chosen.map((adapter) => [adapter.id, adapter]));
  return {
    matrix,
    adapters: chosen,
    ...(state.exceptions ? { exceptions: state.exceptions } : {}),
    ...(knownIssues ? { knownIssues: knownIssues.filter(({ adapter }) => byId.has(adapter)) } : {}),
    cases: state.cases.flatMap((there): BaseCase[] => {
      const parts = partsOf(currentCase(aliases, there.id));
      const { implementation, providerApi } = byId.get(parts.adapter) ?? {};
      const mode = there.id.endsWith('/stream') ? 'stream' : 'complete';
      const { adapter: adapters, tool: tools, scenario: scenarios } = parts;
      const kind = currentKind(there.kind);
      const isMeant = isChosen(named, { adapters, tools, scenarios, modes: mode, kinds: kind });
      if (implementation === undefined || providerApi === undefined || !isMeant || !isHere(parts.id)) return [];
      return [{ ...parts, kind, implementation, providerApi, mode, there }];
    }),
  };
}

/** Kinds by the names they have now. */
const currentKind = (kind: RevisionState['cases'][number]['kind']) =>
  kind === 'refusal' ? 'rejection' : kind === 'setup' ? 'client-setup' : kind;

/** True where the selection of a run does not name the part of the cases that it is of. */
const isUnnamedPart = ({ run: { selection } }: Results): boolean =>
  Object.keys(byName(selection)).length < Object.keys(selection).length;

/**
 * The cases that have to be run at the base: those that are no pass now, and that it neither lacks nor knows to fail by the same known
 * issues. Where the run has a problem and nothing else is run, a case is, for the base to say whether it has the problem too. Pure.
 */
export function casesToRun(after: Results, { cases }: BaseState): readonly string[] {
  const notPassed = new Map(after.cases.filter((c) => c.verdict !== 'pass').map((c) => [c.id, c.knownIssues ?? []]));
  const asked = cases.filter(({ id, there: { known, exception } }) => {
    const isSame = known && notPassed.get(id)?.every((issue) => known.knownIssues.includes(issue));
    return notPassed.has(id) && !isSame && exception === undefined;
  });
  if (asked.length > 0 || after.problems.length === 0) return asked.map(({ there }) => there.id);
  const any = cases.find(({ kind }) => kind === 'rejection' || kind === 'scenario');
  return any ? [any.there.id] : [];
}

/**
 * The run of the base. A case that was not run there counts as passed where it passes now, or is gone. Pure.
 *
 * @param ran the outcomes of the cases that were run there
 */
export function baseRun(after: Results, base: BaseState, ran: RevisionOutcomes | undefined): Side {
  const now = new Map(after.cases.map((c) => [c.id, c]));
  const outcomes = new Map(ran?.cases.map((c) => [c.id, c]));
  const exceptions = new Map(base.exceptions?.map((e) => [e.place, e]));
  return {
    run: {
      ...after.run,
      selection: byName(after.run.selection),
      adapters: base.adapters,
      knownIssues: base.knownIssues,
    },
    matrix: base.matrix,
    cases: base.cases.map(({ there, ...c }): SideCase => {
      const listed = there.known && knownThere(there.known, now.get(c.id), base);
      const { verdict = 'pass', ...known } = listed ?? exceptions.get(there.exception ?? '') ?? {};
      const replay = `npm run atc -- run${there.thorough ? ' --thorough' : ''}`;
      return {
        ...c,
        ...(there.tier ? { tier: there.tier } : {}),
        evidence: evidenceThere(there, now.get(c.id)),
        replay,
        ...(outcomes.get(there.id) ?? { verdict, ...known }),
        id: c.id,
      };
    }),
    problems: ran?.problems ?? [],
  };
}

type Known = NonNullable<BaseCase['there']['known']>;

/**
 * What a case came to at the base by its known issues. They say what it covers there, not what was found: where some of them apply now,
 * those did at the base. A case that passes with them did so there, too: what they cover fails no case. Pure.
 */
function knownThere(
  known: Known,
  now: CaseResult | undefined,
  { knownIssues = [] }: BaseState,
): Omit<Known, 'verdict'> & { readonly verdict: Known['verdict'] | 'pass' } {
  const applying = knownIssues.filter(
    ({ id, adapter }) => adapter === now?.adapter && known.knownIssues.includes(id) && now.knownIssues?.includes(id),
  );
  if (applying.length === 0) return known;
  return { ...known, verdict: now?.verdict === 'pass' ? 'pass' : verdictByIssues(applying) };
}

/** The grade of the recording that a case is replayed from now, as it was; the grade of now, where there was none that could be read. */
function evidenceThere({ evidence = {} }: BaseCase['there'], now: CaseResult | undefined): CaseResult['evidence'] {
  return evidence[now?.cassette?.transport ?? ''] ?? now?.evidence ?? 'none';
}

// Ids that were renamed

type Frame = Pick<RevisionState, 'adapters' | 'matrix' | 'knownIssues'>;

/** Adapters, claims and known issues of a base, by the ids of this revision. Pure. */
function withCurrentIds(aliases: Aliases, { adapters, matrix, knownIssues }: Frame): Frame {
  const tool = (id: string) => aliases.tools.get(id) ?? id;
  const providerApi = (id: string) => aliases.providerApis.get(id) ?? id;
  return {
    adapters: adapters.map((adapter) => ({
      ...adapter,
      id: currentAdapter(aliases, adapter.id),
      providerApi: providerApi(adapter.providerApi),
    })),
    matrix: {
      tools: matrix.tools.map((row) => ({ ...row, id: tool(row.id) })),
      providers: matrix.providers.map((column) => ({
        ...column,
        id: providerApi(column.id),
        cells: Object.fromEntries(Object.entries(column.cells).map(([id, cell]) => [tool(id), cell])),
      })),
    },
    ...(knownIssues
      ? {
          knownIssues: knownIssues.map((issue) => ({
            ...issue,
            adapter: currentAdapter(aliases, issue.adapter),
            covers: coversWithCurrentIds(issue.covers, aliases),
          })),
        }
      : {}),
  };
}

/** A run of the base, by the ids of this revision. Pure. */
export function runWithCurrentIds(aliases: Aliases, base: Side): FoundBase {
  if (aliasKinds.every((kind) => aliases[kind].size === 0)) return { run: base, notes: [] };
  const { run, cases } = base;
  const frame = withCurrentIds(aliases, {
    adapters: [...run.adapters],
    matrix: base.matrix as Frame['matrix'],
    ...(run.knownIssues ? { knownIssues: [...run.knownIssues] as NonNullable<Frame['knownIssues']> } : {}),
  });
  const current = cases.map((c) => ({
    ...c,
    ...partsOf(currentCase(aliases, c.id)),
    providerApi: aliases.providerApis.get(c.providerApi) ?? c.providerApi,
  }));
  const renamed = {
    ...base,
    run: {
      ...run,
      selection: currentSelection(aliases, run.selection),
      adapters: frame.adapters,
      ...(frame.knownIssues ? { knownIssues: frame.knownIssues } : {}),
    },
    matrix: frame.matrix,
    cases: current,
  };
  return { run: renamed, notes: renameNotes(current.filter(({ id }, i) => id !== cases[i]?.id).length) };
}

/** The note about cases of the base that have a new id. Pure. */
const renameNotes = (count: number): string[] =>
  count === 0 ? [] : [`${countOf(count, 'case')} of the base compared by a new id (spec/aliases.yaml)`];

/** A case id with its parts. */
function partsOf(id: string): {
  readonly id: string;
  readonly adapter: string;
  readonly tool: string;
  readonly scenario: string;
} {
  const [adapter = '', tool = '', scenario = ''] = id.split('/');
  return { id, adapter, tool, scenario };
}

function currentSelection(aliases: Aliases, selection: Side['run']['selection']): Side['run']['selection'] {
  const of: Readonly<Record<string, (id: string) => readonly string[]>> = {
    adapters: (id) => [currentAdapter(aliases, id)],
    tools: (id) => currentIds(aliases, 'tools', id),
    scenarios: (id) => currentIds(aliases, 'scenarios', id),
    cases: (pattern) => currentPatterns(aliases, pattern),
  };
  const current = (what: string, id: string) => {
    const ids = of[what]?.(id) ?? [];
    return ids.length > 0 ? ids : [id];
  };
  return Object.fromEntries(
    Object.entries(selection).map(([what, ids]) => [what, ids.flatMap((id) => current(what, id))]),
  );
}
