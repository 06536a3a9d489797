import { didYouMean } from '../../lib/did-you-mean.ts';
import type { ErrataEntry } from '../errata.ts';
import type { Matrix } from '../model.ts';
import { fileOf, inEveryCell, type LintProblem, type LintRule } from './rule.ts';

const form = /^D-\d{2}$/;

/** Ids of errata are `D-` and two digits, each once, in order. */
export const errataIds: LintRule = {
  name: 'errata-ids',
  description: 'Ids of errata are well-formed, each named once, in order.',
  check(matrix) {
    const columns = matrix.providers.flatMap((provider): LintProblem[] =>
      faults(provider.errata).map(([at, message]) => ({ file: fileOf(provider), pointer: `/errata${at}`, message })),
    );
    const cells = inEveryCell(matrix, (cell, report) => {
      for (const [at, message] of faults(cell.errata)) report(`/errata${at}`, message);
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

/** The file of the register, as problems name it. */
const file = 'errata.json';

/** The register and the matrix name each other, so that a reader of one finds the other. */
export const errataNameCells: LintRule = {
  name: 'errata-name-cells',
  description: 'Every erratum that a cell or column names is in the register and concerns it, and the reverse.',
  check(matrix) {
    const problems: LintProblem[] = [];
    const says = new Map(matrix.errata.map((entry) => [entry.id, entry.concerns]));
    const missing = (id: string, providerApi: string, tool?: string): string | undefined => {
      const concerns = says.get(id);
      if (!concerns) return `names ${id}, which is not in the register; add it to matrix/errata.json or delete it here`;
      const of = concerns.filter((c) => c.providerApi === providerApi);
      if (of.some((c) => (tool === undefined ? c.tools === undefined : (c.tools as readonly string[])?.includes(tool))))
        return undefined;
      const place = tool === undefined ? `"${providerApi}"` : `"${providerApi}" with "${tool}"`;
      return `names ${id}, which does not concern it; add ${place} to "concerns" of ${id} in matrix/errata.json, or delete it here`;
    };
    for (const provider of matrix.providers) {
      for (const [i, id] of (provider.errata ?? []).entries()) {
        const message = missing(id, provider.id);
        if (message !== undefined) problems.push({ file: fileOf(provider), pointer: `/errata/${i}`, message });
      }
    }
    problems.push(
      ...inEveryCell(matrix, ({ errata = [] }, report, provider, tool) => {
        for (const [i, id] of errata.entries()) {
          const message = missing(id, provider.id, tool.id);
          if (message !== undefined) report(`/errata/${i}`, message);
        }
      }),
    );
    for (const [e, { id, concerns }] of matrix.errata.entries()) {
      for (const [c, { providerApi, tools }] of concerns.entries()) {
        const provider = matrix.providers.find((p) => p.id === providerApi);
        const at = `/entries/${e}/concerns/${c}`;
        const silent = (where: string) => `concerns ${where}, which does not name ${id}; add it to "errata" there`;
        if (!tools && !provider?.errata?.includes(id)) {
          problems.push({ file, pointer: at, message: silent(`the provider API ${providerApi}`) });
        }
        for (const [t, tool] of (tools ?? []).entries()) {
          if (provider?.cells[tool].errata?.includes(id)) continue;
          problems.push({ file, pointer: `${at}/tools/${t}`, message: silent(`${tool}/${providerApi}`) });
        }
      }
    }
    return problems;
  },
};

/** An erratum needs an example that shows it. A column without operations has no bodies to show one. */
export const errataHaveExamples: LintRule = {
  name: 'errata-have-examples',
  description:
    'Every erratum has examples on columns that it concerns, or says what shows it instead; ids count up from D-01.',
  check(matrix) {
    return matrix.errata.flatMap((entry, i): LintProblem[] => [
      ...counted(entry, i),
      ...shown(entry, i, matrix),
      ...examples(entry, i, matrix),
    ]);
  },
};

const problem = (pointer: string, message: string): LintProblem => ({ file: 'errata.json', pointer, message });

function counted({ id }: ErrataEntry, i: number): LintProblem[] {
  const expected = `D-${String(i + 1).padStart(2, '0')}`;
  return id === expected
    ? []
    : [problem(`/entries/${i}/id`, `is ${id} in the position of ${expected}; sort the entries`)];
}

function shown(entry: ErrataEntry, i: number, { providers }: Matrix): LintProblem[] {
  const said = [entry.examples, entry.notInBodies].filter((each) => each !== undefined).length;
  const played = entry.concerns.some(({ providerApi }) =>
    providers.some((p) => p.id === providerApi && p.operations.length > 0),
  );
  if (said === 1 || (said === 0 && !played)) return [];
  const message =
    said === 0
      ? `(${entry.id}) has no example; add "examples" or, where no body can show it, "notInBodies" with what does`
      : `(${entry.id}) has examples and "notInBodies"; delete "notInBodies"`;
  return [problem(`/entries/${i}`, message)];
}

function examples({ id, examples: all = [], concerns }: ErrataEntry, i: number, { providers }: Matrix): LintProblem[] {
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
        problem(at, `names an operation "${name}" that ${providerApi} does not have; ${didYouMean(name, known)}`),
      );
    return [...foreign, ...strange];
  });
}
