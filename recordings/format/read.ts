import { readFile } from 'node:fs/promises';
import { locate, parseData, place } from '../../files/data-file.ts';
import { UserError } from '../../files/user-error.ts';
import type { Cassette } from './cassette.ts';
import { parseFaithful } from './faithful-json.ts';
import { fromHar, HarContradiction } from './har.ts';
import { cassettesFolder, recordingHint, refuseStrangePath } from './location.ts';
import { type CassetteFile, CassetteFileSchema } from './schema.ts';

/** There is no such recording yet; the hint says which command makes it. */
class MissingCassetteError extends UserError {
  readonly missing = true;
}

/**
 * Reads a cassette.
 *
 * @param folder the folder that the file must be in; another one than `recordings/cassettes` for tests.
 * @throws {MissingCassetteError} there is none.
 * @throws {UserError} outside the folder, behind a symbolic link, malformed, truncated or of another version; the
 * message names file, line and column.
 */
export async function readCassette(path: string, folder: string = cassettesFolder): Promise<Cassette> {
  await refuseStrangePath(path, folder);
  return parseCassette(await textOf(path, folder), path);
}

async function textOf(path: string, folder: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new UserError(`cannot read this cassette (${code})`, { where: place(path) });
    throw new MissingCassetteError('no such cassette', { where: place(path), hint: recordingHint(path, folder) });
  }
}

/** The pure half of {@link readCassette}; `path` is only for the messages. */
export function parseCassette(text: string, path: string): Cassette {
  const file = parseData(text, path, CassetteFileSchema, 'cassette');
  try {
    // Read a second time, so that numbers and escapes in bodies keep their spelling.
    return fromHar(file, parseFaithful(text) as CassetteFile);
  } catch (error) {
    if (!(error instanceof HarContradiction)) throw error;
    throw new UserError(`${error.pointer} ${error.message}`, { where: locate(text, path, error.pointer) });
  }
}
