import { join } from 'node:path';
import { pointerLocation, readText } from '../../lib/data-file.ts';
import { didYouMean } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import { loadDialects } from '../dialects.ts';
import { loadErrata } from '../errata.ts';
import { providerApiIds } from '../ids.ts';
import { loadLimits } from '../limits.ts';
import { loadMatrix, matrixFolder, readColumn, readTools } from '../load.ts';
import type { Matrix } from '../model.ts';
import type { AdrTable, Operation } from '../schema.ts';
import { notesWhereNeeded, supportHasSource, supportIsClaimed, variantsAgree } from './cells.ts';
import { adrClaimsComeFirst, adrTable, claimsAreDated, sourcesAreCited } from './claims.ts';
import { errataHaveExamples, errataIds, errataNameCells } from './errata.ts';
import { limitsAgree, limitsAreDated, limitsAreTried, limitsRefer } from './limits.ts';
import { fileOf, type LintContext, type LintProblem, type LintRule, type LocatedProblem } from './rule.ts';

/** An operation can be told from every other, and its transport from the request. */
export const operations: LintRule = {
  name: 'operations',
  description: 'Operations have names of their own, templates that can be read, and say when they stream.',
  check(matrix) {
    return matrix.providers.flatMap((provider) =>
      provider.operations.flatMap((operation, i) => {
        const earlier = provider.operations.slice(0, i).some((other) => other.id === operation.id);
        const messages = [
          ...(earlier ? [['/id', `is a second "${operation.id}"; choose another id`] as const] : []),
          ...transportFaults(operation),
          ...templateFaults(operation),
        ];
        return messages.map(([at, message]) => ({ file: fileOf(provider), pointer: `/operations/${i}${at}`, message }));
      }),
    );
  },
};

function transportFaults({ transports, streamWhen }: Operation): (readonly [string, string])[] {
  if (transports.length > 1 && !streamWhen) {
    return [['/transports', 'are two; add "streamWhen", the condition for the second']];
  }
  if (transports.length === 1 && streamWhen) {
    return [['/streamWhen', 'needs two transports, and there is one; delete it or add the other']];
  }
  return [];
}

function templateFaults({ urlTemplates }: Operation): (readonly [string, string])[] {
  return urlTemplates.flatMap((template, i) =>
    /[{}]/.test(template.replace(/\{[a-zA-Z]\w*\}/g, ''))
      ? [[`/urlTemplates/${i}`, `is "${template}"; write placeholders as {name}`] as const]
      : [],
  );
}

const problem = (pointer: string, message: string): LintProblem => ({ file: 'dialects.json', pointer, message });

/** Every trait cites a source, and every source is cited. */
const dialectsCiteSources: LintRule = {
  name: 'dialects-cite-sources',
  description: 'Ids of dialects are distinct; their traits cite sources of theirs, and each source is cited.',
  check: ({ dialects: { dialects = [] } = {} }) =>
    dialects.flatMap(({ id, traits, sources, refuses = [] }, i) => {
      const keys = Object.keys(sources);
      const cited = [
        ...Object.entries(traits).flatMap(([trait, own]) =>
          own.map((key, k) => [`traits/${trait}/${k}`, key] as const),
        ),
        ...refuses.map(({ source }, k) => [`refuses/${k}/source`, source] as const),
      ];
      const at = (place: string) => `/dialects/${i}/${place}`;
      return [
        ...(dialects.findIndex((other) => other.id === id) === i ? [] : [problem(at('id'), `"${id}" is there twice`)]),
        ...cited
          .filter(([, key]) => !keys.includes(key))
          .map(([place, key]) => problem(at(place), `this dialect has no source "${key}"; ${didYouMean(key, keys)}`)),
        ...keys
          .filter((key) => !cited.some(([, used]) => used === key))
          .map((key) => problem(at(`sources/${key}`), 'is cited by no trait; cite it, or delete it')),
      ];
    }),
};

/** All rules, in the order in which their problems are told. */
const lintRules: readonly LintRule[] = [
  claimsAreDated,
  adrClaimsComeFirst,
  supportIsClaimed,
  supportHasSource,
  notesWhereNeeded,
  variantsAgree,
  errataIds,
  errataNameCells,
  errataHaveExamples,
  dialectsCiteSources,
  limitsRefer,
  limitsAreDated,
  limitsAgree,
  limitsAreTried,
  operations,
  sourcesAreCited,
  adrTable,
];

/** Applies every rule to a matrix. */
export function lintMatrix(matrix: Matrix, context: LintContext): (LintProblem & { readonly rule: string })[] {
  return lintRules.flatMap((rule) => rule.check(matrix, context).map((problem) => ({ rule: rule.name, ...problem })));
}

/**
 * Checks the data files of a folder: first every file against its schema (rule `schema`, all files, so that one run
 * tells of all of them), then, when they can be read, all rules of {@link lintMatrix}.
 */
export async function lintFolder(asOf: string, folder: string = matrixFolder): Promise<LocatedProblem[]> {
  const malformed = await schemaProblems(folder);
  if (malformed.length > 0) return malformed;
  const matrix = await loadMatrix(folder);
  const final = readAdrTable(folder, 'adr-2025-06-23');
  const draft = readAdrTable(folder, 'adr-draft');
  const problems = lintMatrix(matrix, { asOf, adrTables: { 'adr-2025-06-23': final, 'adr-draft': draft } });
  return problems.map(({ rule, file, pointer, message }) => {
    const path = join(folder, file);
    return {
      rule,
      where: pointerLocation(readText(path, 'matrix file', folder), path, pointer),
      message: `${pointer} ${message}`,
    };
  });
}

const readAdrTable = (folder: string, table: AdrTable): string =>
  readText(join(folder, 'fixtures', `${table}.md`), 'ADR’s own table', folder);

/**
 * The rule `schema`: every file of the folder fits its schema, and what it refers to is there. All files are read, so
 * that one run tells of all that are malformed.
 */
export async function schemaProblems(folder: string): Promise<LocatedProblem[]> {
  const reads: (() => Promise<unknown>)[] = [
    () => readTools(folder),
    ...providerApiIds.map((id) => () => readColumn(folder, id)),
    () => loadErrata(folder),
    () => loadDialects(folder),
    () => loadLimits(folder),
  ];
  const found = (await Promise.all(reads.map(problemsOf))).flat();
  // Only with every file in order can it be the folder that is at fault: a file that belongs to no column.
  return found.length > 0 ? found : problemsOf(() => loadMatrix(folder));
}

async function problemsOf(read: () => Promise<unknown>): Promise<LocatedProblem[]> {
  try {
    await read();
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const message = error.hint === undefined ? error.message : `${error.message} (${error.hint})`;
    return [{ rule: 'schema', where: error.where ?? '', message }];
  }
}
