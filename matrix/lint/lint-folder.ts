import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locate, place } from '../../files/data-file.ts';
import { UserError } from '../../files/user-error.ts';
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
  const [matrix, mapping, final, draft] = await Promise.all([
    loadMatrix(folder),
    loadMapping(folder),
    readAdrTable(folder, 'adr-2025-06-23'),
    readAdrTable(folder, 'adr-draft'),
  ]);
  const problems = lintMatrix(matrix, { asOf, mapping, adrTables: { 'adr-2025-06-23': final, 'adr-draft': draft } });
  return Promise.all(
    problems.map(async ({ rule, file, pointer, message }) => {
      const path = join(folder, file);
      return { rule, where: locate(await readFile(path, 'utf8'), path, pointer), message: `${pointer} ${message}` };
    }),
  );
}

async function readAdrTable(folder: string, table: AdrTable): Promise<string> {
  const path = join(folder, 'fixtures', `${table}.md`);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UserError(`cannot read the ADR's table (${code})`, {
      where: place(path),
      hint: 'restore it; it is the ADR’s own text',
    });
  }
}
