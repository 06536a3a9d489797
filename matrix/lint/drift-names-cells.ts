import { fileOf, inEveryCell, type LintProblem, type LintRule } from './rule.ts';

/** The file of the register, as problems name it. */
const file = 'drift.json';

/** The register and the matrix name each other: whoever looks at one finds the other. */
export const driftNamesCells: LintRule = {
  name: 'drift-names-cells',
  description:
    'Every drift that a cell or column names stands in the register, and concerns it; and the other way round.',
  check(matrix) {
    const problems: LintProblem[] = [];
    const says = new Map(matrix.drift.map((entry) => [entry.id, entry.concerns]));
    const missing = (id: string, providerApi: string, tool?: string): string | undefined => {
      const concerns = says.get(id);
      if (!concerns) return `names ${id}, which is not in the register; add it to matrix/drift.json or delete it here`;
      const of = concerns.filter((c) => c.providerApi === providerApi);
      if (of.some((c) => (tool === undefined ? c.tools === undefined : (c.tools as readonly string[])?.includes(tool))))
        return undefined;
      const place = tool === undefined ? `"${providerApi}"` : `"${providerApi}" with "${tool}"`;
      return `names ${id}, which does not concern it; add ${place} to "concerns" of ${id} in matrix/drift.json, or delete it here`;
    };
    for (const provider of matrix.providers) {
      for (const [i, id] of (provider.drift ?? []).entries()) {
        const message = missing(id, provider.id);
        if (message !== undefined) problems.push({ file: fileOf(provider), pointer: `/drift/${i}`, message });
      }
    }
    problems.push(
      ...inEveryCell(matrix, ({ drift = [] }, report, provider, tool) => {
        for (const [i, id] of drift.entries()) {
          const message = missing(id, provider.id, tool.id);
          if (message !== undefined) report(`/drift/${i}`, message);
        }
      }),
    );
    for (const [e, { id, concerns }] of matrix.drift.entries()) {
      for (const [c, { providerApi, tools }] of concerns.entries()) {
        const provider = matrix.providers.find((p) => p.id === providerApi);
        const at = `/entries/${e}/concerns/${c}`;
        const silent = (where: string) =>
          `says that ${where} drifted, which does not name ${id}; add it to "drift" there`;
        if (!tools && !provider?.drift?.includes(id)) {
          problems.push({ file, pointer: at, message: silent(`the column ${providerApi}`) });
        }
        for (const [t, tool] of (tools ?? []).entries()) {
          if (provider?.cells[tool].drift?.includes(id)) continue;
          problems.push({ file, pointer: `${at}/tools/${t}`, message: silent(`${tool}/${providerApi}`) });
        }
      }
    }
    return problems;
  },
};
