import { suggest } from '../../files/nearest.ts';
import type { DriftEntry } from '../drift.ts';
import type { Matrix } from '../model.ts';
import type { LintProblem, LintRule } from './rule.ts';

/** A drift that nothing shows is hearsay. Columns that have no operations yet cannot be shown in bodies. */
export const driftIsShown: LintRule = {
  name: 'drift-is-shown',
  description:
    'Every drift has examples, on columns that it concerns, or says what shows it instead; ids count up from D-01.',
  check(matrix) {
    return matrix.drift.flatMap((entry, i): LintProblem[] => [
      ...counted(entry, i),
      ...shown(entry, i, matrix),
      ...examples(entry, i, matrix),
    ]);
  },
};

const problem = (pointer: string, message: string): LintProblem => ({ file: 'drift.json', pointer, message });

function counted({ id }: DriftEntry, i: number): LintProblem[] {
  const expected = `D-${String(i + 1).padStart(2, '0')}`;
  return id === expected
    ? []
    : [problem(`/entries/${i}/id`, `is ${id} and stands where ${expected} belongs; sort them`)];
}

function shown(entry: DriftEntry, i: number, { providers }: Matrix): LintProblem[] {
  const said = [entry.examples, entry.notInBodies].filter((each) => each !== undefined).length;
  const played = entry.concerns.some(({ providerApi }) =>
    providers.some((p) => p.id === providerApi && p.operations.length > 0),
  );
  if (said === 1 || (said === 0 && !played)) return [];
  const message =
    said === 0
      ? `(${entry.id}) has no example; add "examples" or, where no body can show it, "notInBodies" with what does`
      : `(${entry.id}) has examples and says why there are none; delete "notInBodies"`;
  return [problem(`/entries/${i}`, message)];
}

function examples({ id, examples: all = [], concerns }: DriftEntry, i: number, { providers }: Matrix): LintProblem[] {
  return all.flatMap(({ providerApi, operation, before = [], after = [] }, e) => {
    const at = `/entries/${i}/examples/${e}`;
    const known = providers.find((p) => p.id === providerApi)?.operations.map((o) => o.id) ?? [];
    const foreign = concerns.some((c) => c.providerApi === providerApi)
      ? []
      : [problem(`${at}/providerApi`, `is ${providerApi}, which ${id} does not concern; add it to "concerns"`)];
    const named = [operation, ...before.map((x) => x.operation), ...after.map((x) => x.operation)];
    const strange = named
      .filter((name) => !known.includes(name))
      .map((name) =>
        problem(at, `names an operation "${name}" that ${providerApi} does not have; ${suggest(name, known)}`),
      );
    return [...foreign, ...strange];
  });
}
