import { onlyCases, type Plan, planRun, readPlanned, type Selection } from '../../spec/engine/plan.ts';
import { type CaseSource, today } from '../../spec/engine/selection.ts';
import type { Program } from '../../spec/program/program.ts';
import { affectedText } from '../cache/affected-text.ts';
import { limited } from '../cache/limit.ts';
import type { Project } from '../cache/project.ts';

/** Which cases are to be run, and how. */
export interface PlanRequest {
  readonly selection: Selection;
  readonly asOf?: string | undefined;
  /** Of the selection, only these cases. */
  readonly cases?: readonly string[] | undefined;
  /** How requests reach the recordings; unless told, as fits each adapter. */
  readonly transport?: string | undefined;
  /** Whether faults of which there are hundreds are tried too. */
  readonly thorough?: boolean | undefined;
  /** Only what was changed since a revision can affect: its name, or true for where this branch began. */
  readonly affected?: string | true | undefined;
  /** A program to judge, instead of what lies in `adapters/`. */
  readonly program?: Program | undefined;
  /** Told which cases what was changed can affect. */
  readonly say: (line: string) => void;
}

/** Knowledge of the project that a plan need not gather again. */
export interface PlanSource {
  readonly source: CaseSource;
  readonly project: Project;
}

/**
 * What is asked for; `undefined` where that is what a change can affect, and it can affect nothing.
 *
 * @throws {UserError} the selection is wrong, or what cases are made from is malformed.
 */
export async function planOf(
  { selection, cases, asOf = today(), transport, thorough, affected, program, say }: PlanRequest,
  from?: PlanSource,
): Promise<Plan | undefined> {
  if (program) {
    const { adaptersOf } = await import('../../spec/program/program.ts');
    const adapters = adaptersOf(program);
    const chosen = { ...selection, adapters: adapters.map(({ id }) => id) };
    return planRun(chosen, asOf, transport, thorough, { ...(await readPlanned()), adapters });
  }
  let read: ReturnType<typeof readPlanned> | undefined;
  const planned = () => {
    read ??= readPlanned(from?.source);
    return read;
  };
  if (cases) return onlyCases(await planRun(selection, asOf, transport, thorough, await planned()), new Set(cases));
  if (affected === undefined) return planRun(selection, asOf, transport, thorough, await planned());
  const { affectedCases } = await import('../cache/affected-cases.ts');
  const found = await affectedCases(affected === true ? undefined : affected, planned, thorough, from?.project);
  say(affectedText(found));
  const isNothing = found.cases.length === 0 && Object.values(selection).every((ids) => ids.length === 0);
  if (isNothing) return undefined;
  const plan = limited(await planRun(selection, asOf, transport, thorough, await planned()), found);
  if (!plan && found.cases.length > 0) say('none of these cases was asked for');
  return plan;
}
