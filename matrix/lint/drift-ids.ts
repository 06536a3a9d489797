import { fileOf, inEveryCell, type LintProblem, type LintRule } from './rule.ts';

const form = /^D-\d{2}$/;

/** Entries of the drift register are `D-` and two digits, each once, in order. */
export const driftIds: LintRule = {
  name: 'drift-ids',
  description: 'Ids of the drift register are well-formed, each named once, in order.',
  check(matrix) {
    const columns = matrix.providers.flatMap((provider): LintProblem[] =>
      faults(provider.drift).map(([at, message]) => ({ file: fileOf(provider), pointer: `/drift${at}`, message })),
    );
    const cells = inEveryCell(matrix, (cell, report) => {
      for (const [at, message] of faults(cell.drift)) report(`/drift${at}`, message);
    });
    return [...columns, ...cells];
  },
};

function faults(ids: readonly string[] | undefined): [at: string, message: string][] {
  if (!ids) return [];
  const malformed = ids.flatMap((id, i): [string, string][] =>
    form.test(id) ? [] : [[`/${i}`, `is "${id}"; write D- and two digits, as in "D-07"`]],
  );
  const ordered = [...new Set(ids)].sort();
  if (malformed.length > 0 || ordered.join() === ids.join()) return malformed;
  return [['', `is not in order, or names one twice; write ${JSON.stringify(ordered)}`]];
}
