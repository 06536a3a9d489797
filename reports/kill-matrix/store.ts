import { join } from 'node:path';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { parseData } from '../../lib/data-file.ts';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import { KillMatrix } from '../../spec/kill-matrix/schema.ts';

const pathIn = (folder: string): string => join(folder, 'kill-matrix.json');

/** The kill matrix as it is published: the same matrix gives the same bytes. */
export const killMatrixText = (matrix: KillMatrix): string => `${canonicalJson(matrix, 1)}\n`;

/** Writes the kill matrix to where results lie, for the report to take up. */
export const writeKillMatrix = (folder: string, matrix: KillMatrix): Promise<void> =>
  writeFileAtomic(pathIn(folder), killMatrixText(matrix));

/** The kill matrix that lies beside results, if there is one. @throws {UserError} it is malformed or of another version. */
export async function readKillMatrix(folder: string): Promise<KillMatrix | undefined> {
  const path = pathIn(folder);
  const bytes = readIfExists(path, 'kill matrix');
  return bytes && parseData(decodeText(bytes, path, 'kill matrix'), path, KillMatrix, 'kill matrix');
}
