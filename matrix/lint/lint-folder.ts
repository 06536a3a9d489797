import { join } from 'node:path';
import { locate, readText } from '../../files/data-file.ts';
import { loadMatrix, matrixFolder } from '../load.ts';
import { loadMapping } from '../mapping.ts';
import type { AdrTable } from '../schema.ts';
import { lintMatrix } from './lint-matrix.ts';
import type { LocatedProblem } from './rule.ts';
import { schemaProblems } from './schema.ts';

/**
 * Checks the data files of a folder: first every file against its schema (rule `schema`, all files, so that one run
 * tells of all of them), then, when they can be read, all rules of {@link lintMatrix}.
 */
export async function lintFolder(asOf: string, folder: string = matrixFolder): Promise<LocatedProblem[]> {
  const malformed = await schemaProblems(folder);
  if (malformed.length > 0) return malformed;
  const [matrix, mapping] = await Promise.all([loadMatrix(folder), loadMapping(folder)]);
  const final = readAdrTable(folder, 'adr-2025-06-23');
  const draft = readAdrTable(folder, 'adr-draft');
  const problems = lintMatrix(matrix, { asOf, mapping, adrTables: { 'adr-2025-06-23': final, 'adr-draft': draft } });
  return problems.map(({ rule, file, pointer, message }) => {
    const path = join(folder, file);
    return {
      rule,
      where: locate(readText(path, 'matrix file', folder), path, pointer),
      message: `${pointer} ${message}`,
    };
  });
}

const readAdrTable = (folder: string, table: AdrTable): string =>
  readText(join(folder, 'fixtures', `${table}.md`), 'ADR’s own table', folder);
