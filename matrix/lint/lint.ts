import { join } from 'node:path';
import { pointerLocation, readText } from '../../lib/data-file.ts';
import { UserError } from '../../lib/user-error.ts';
import { loadDialects } from '../dialects.ts';
import { loadErrata } from '../errata.ts';
import { providerApiIds } from '../ids.ts';
import { loadLimits } from '../limits.ts';
import { loadMatrix, matrixFolder, readColumn, readTools } from '../load.ts';
import type { Matrix } from '../model.ts';
import type { AdrTable } from '../schema.ts';
import { notesWhereNeeded, supportHasSource, supportIsClaimed, variantsAgree } from './cells.ts';
import { adrClaimsComeFirst, adrTable, claimsAreDated, sourcesAreCited } from './claims.ts';
import { dialectsCiteSources } from './dialects.ts';
import { errataHaveExamples, errataIds, errataNameCells } from './errata.ts';
import { limitsAgree, limitsAreDated, limitsAreTried, limitsRefer } from './limits.ts';
import { operations } from './operations.ts';
import type { LintContext, LintProblem, LintRule, LocatedProblem } from './rule.ts';

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
