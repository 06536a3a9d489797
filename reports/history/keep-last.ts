import { readResults } from '../results/store.ts';
import { keepRun } from './store.ts';

/**
 * Keeps the run whose results lie in a folder.
 *
 * @returns the file it is kept in
 * @throws {UserError} there are no results, or the other folder holds what is no kept run.
 */
export const keepLastRun = async (run: string, kept: string): Promise<string> => keepRun(kept, await readResults(run));
