/** The run of the base: from the state of its revision, and from the few cases that were run there. */
import type { EarlierCase, EarlierRun } from '../../reports/compare/earlier-run.ts';
import { byName, isChosen } from '../../reports/compare/known.ts';
import { type Aliases, currentCase } from '../../spec/aliases.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { partsOf, withCurrentIds } from './current-ids.ts';
import type { RevisionOutcomes, RevisionState } from './revision/schema.ts';

/** A case of the base by its id of this revision, with the parts of that; `there` has the id of the base. */
interface BaseCase extends Omit<EarlierCase, 'verdict' | 'evidence' | 'replay'> {
  readonly there: RevisionState['cases'][number];
}

/** The part of a base's state that a run can be compared with. */
export interface BaseState extends Omit<RevisionState, 'version' | 'cases'> {
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
  const { adapters, matrix, exceptions } = withCurrentIds(aliases, state);
  const named = { run: { ...after.run, selection: byName(after.run.selection) } };
  const inRun = new Set([...after.cases, ...after.run.adapters].map(({ id }) => id));
  const isHere = (id: string) => !present || inRun.has(id) || !present.has(id);
  const chosen = adapters.filter(({ id }) => isChosen(named, { adapters: id }) && isHere(id));
  const byId = new Map(chosen.map((adapter) => [adapter.id, adapter]));
  const implementations = new Set(chosen.map(({ implementation }) => implementation));
  return {
    matrix,
    adapters: chosen,
    exceptions: exceptions.filter(({ implementation }) => implementations.has(implementation)),
    cases: state.cases.flatMap((there): BaseCase[] => {
      const parts = partsOf(currentCase(aliases, there.id));
      const { implementation, providerApi } = byId.get(parts.adapter) ?? {};
      const mode = there.id.endsWith('/stream') ? 'stream' : 'complete';
      const { adapter: adapters, tool: tools, scenario: scenarios } = parts;
      const isMeant = isChosen(named, { adapters, tools, scenarios, modes: mode, kinds: there.kind });
      if (implementation === undefined || providerApi === undefined || !isMeant || !isHere(parts.id)) return [];
      return [{ ...parts, kind: there.kind, implementation, providerApi, mode, there }];
    }),
  };
}

/** True where the selection of a run does not name the part of the cases that it is of. */
export const isUnnamedPart = ({ run: { selection } }: Results): boolean =>
  Object.keys(byName(selection)).length < Object.keys(selection).length;

/**
 * The cases that have to be run at the base: those that are no pass now, and that it neither lacks nor lists as an exception. Where the
 * run has a problem and nothing else is run, a case is, for the base to say whether it has the problem too. Pure.
 */
export function casesToRun(after: Results, { cases }: BaseState): readonly string[] {
  const notPassed = new Set(after.cases.filter((c) => c.verdict !== 'pass').map(({ id }) => id));
  const asked = cases.filter(({ id, there }) => notPassed.has(id) && there.exception === undefined);
  if (asked.length > 0 || after.problems.length === 0) return asked.map(({ there }) => there.id);
  const any = cases.find(({ kind }) => kind === 'refusal' || kind === 'scenario');
  return any ? [any.there.id] : [];
}

/**
 * The run of the base. A case that was not run there counts as passed where it passes now, or is gone. Pure.
 *
 * @param ran the outcomes of the cases that were run there
 */
export function baseRun(after: Results, base: BaseState, ran: RevisionOutcomes | undefined): EarlierRun {
  const now = new Map(after.cases.map((c) => [c.id, c]));
  const outcomes = new Map(ran?.cases.map((c) => [c.id, c]));
  const exceptions = new Map(base.exceptions.map((e) => [e.place, e]));
  return {
    run: {
      ...after.run,
      selection: byName(after.run.selection),
      adapters: base.adapters,
      exceptions: base.exceptions,
    },
    matrix: base.matrix,
    cases: base.cases.map(({ there, ...c }): EarlierCase => {
      const listed = exceptions.get(there.exception ?? '');
      const standing = listed
        ? { verdict: listed.verdict, reason: listed.reason, exception: listed.place }
        : { verdict: 'pass' as const };
      const replay = `npm run atc -- run${there.thorough ? ' --thorough' : ''}`;
      return {
        ...c,
        evidence: evidenceThere(there, now.get(c.id)),
        replay,
        ...(outcomes.get(there.id) ?? standing),
        id: c.id,
      };
    }),
    problems: ran?.problems ?? [],
  };
}

/** The grade of the recording that a case is replayed from now, as it was; the grade of now, where there was none that could be read. */
function evidenceThere({ evidence = {} }: BaseCase['there'], now: CaseResult | undefined): CaseResult['evidence'] {
  const transport = /\.([a-z]+)\.har$/.exec(now?.cassette?.path ?? '')?.[1];
  return evidence[transport ?? ''] ?? now?.evidence ?? 'none';
}
