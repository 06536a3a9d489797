import { hash } from 'node:crypto';
import { locate, parseData } from '../../files/data-file.ts';
import { place } from '../../files/place.ts';
import { readIfThere, textOf } from '../../files/read-plain.ts';
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
 * @throws {UserError} outside the folder, behind a symbolic link, no plain file, too large, malformed, truncated or of another
 * version; the message names file, line and column.
 */
export async function readCassette(path: string, folder: string = cassettesFolder): Promise<Cassette> {
  return readCassetteFile(path, folder).cassette;
}

/** A cassette, with the SHA-256 of the very bytes that it was read from. */
export interface CassetteBytes {
  readonly cassette: Cassette;
  readonly sha256: string;
}

/** {@link readCassette} at once, with the hash. */
export function readCassetteFile(path: string, folder: string = cassettesFolder): CassetteBytes {
  refuseStrangePath(path, folder);
  const bytes = readIfThere(path, 'cassette', { within: folder });
  if (!bytes) {
    throw new MissingCassetteError('no such cassette', { where: place(path), hint: recordingHint(path, folder) });
  }
  const sha256 = hash('sha256', bytes);
  const known = read.get(path);
  if (known?.sha256 === sha256) return known;
  const cassette = { cassette: parseCassette(textOf(bytes, path, 'cassette'), path), sha256 };
  read.set(path, cassette);
  return cassette;
}

/** What files were found to be, by their paths: a run reads each some dozen times. It holds as long as the bytes are the same. */
const read = new Map<string, CassetteBytes>();

/** The pure half of {@link readCassette}; `path` is only for the messages. */
export function parseCassette(text: string, path: string): Cassette {
  const file = parseData(text, path, CassetteFileSchema, 'cassette');
  try {
    return fromHar(file, spelledAsIn(text, file));
  } catch (error) {
    if (!(error instanceof HarContradiction)) throw error;
    throw new UserError(`${error.pointer} ${error.message}`, { where: locate(text, path, error.pointer) });
  }
}

/** The file with the spelling of its numbers and escapes kept; mostly they are spelled as JSON.stringify would. */
function spelledAsIn(text: string, file: CassetteFile): CassetteFile {
  return `${JSON.stringify(file, null, 2)}\n` === text ? file : (parseFaithful(text) as CassetteFile);
}
