import { UserError } from '../../files/user-error.ts';
import { loadDrift } from '../drift.ts';
import { providerApiIds } from '../ids.ts';
import { loadMatrix, readColumn, readTools } from '../load.ts';
import { loadMapping } from '../mapping.ts';
import type { LocatedProblem } from './rule.ts';

/**
 * The rule `schema`: every file of the folder fits its schema, and what it refers to is there. All files are read, so
 * that one run tells of all that are malformed.
 */
export async function schemaProblems(folder: string): Promise<LocatedProblem[]> {
  const reads: (() => Promise<unknown>)[] = [
    () => readTools(folder),
    ...providerApiIds.map((id) => () => readColumn(folder, id)),
    () => loadMapping(folder),
    () => loadDrift(folder),
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
