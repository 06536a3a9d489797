import { hash } from 'node:crypto';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import { refuseSecrets } from '../scrub/secretlint.ts';
import type { Cassette, Cassettes } from './cassette.ts';
import { parseCassettes, serializeCassettes } from './cassette-file.ts';
import { cassettesFolder, harHint, recordingHint, refuseStrangePath } from './cassette-path.ts';
import type { WireTransport } from './exchange.ts';

/** There is no such recording yet; the hint says which command makes it. */
export class MissingCassetteError extends UserError {
  readonly missing = true;
}

/** What a cassette file holds, with the SHA-256 of the very bytes that it was read from. */
export interface ReadCassettes {
  readonly cassettes: Cassettes;
  readonly sha256: string;
}

/**
 * Reads what a cassette file holds: at once.
 *
 * @param folder the folder that the file must be in; another one than `recordings/cassettes` for tests.
 * @throws {MissingCassetteError} there is none.
 * @throws {UserError} outside the folder, behind a symbolic link, no plain file, too large, malformed, truncated or of another
 * format; the message names file, line and column.
 */
export function readCassettes(path: string, folder: string = cassettesFolder): ReadCassettes {
  refuseStrangePath(path, folder);
  refuseHar(path, folder);
  const bytes = readIfExists(path, 'cassette', { within: folder });
  if (!bytes) throw missing('no such cassette', path, folder);
  const sha256 = hash('sha256', bytes);
  const known = read.get(path);
  if (known?.sha256 === sha256) return known;
  const found = { cassettes: parseCassettes(decodeText(bytes, path, 'cassette'), path), sha256 };
  read.set(path, found);
  return found;
}

/** What files were found to be, by their paths: a run reads each some dozen times. It holds as long as the bytes are the same. */
const read = new Map<string, ReadCassettes>();

/**
 * What was recorded by one transport.
 *
 * @throws {MissingCassetteError} nothing was.
 * @throws {UserError} as {@link readCassettes}.
 */
export async function readCassette(
  path: string,
  transport: WireTransport,
  folder: string = cassettesFolder,
): Promise<Cassette> {
  return cassetteIn(readCassettes(path, folder), transport, path, folder);
}

/** The same of a file that was read. @throws {MissingCassetteError} nothing was recorded by this transport. */
export function cassetteIn(
  { cassettes }: ReadCassettes,
  transport: WireTransport,
  path: string,
  folder: string = cassettesFolder,
): Cassette {
  const found = cassettes[transport];
  if (!found) throw missing(`the cassette has no ${transport}`, path, folder, transport);
  return found;
}

const missing = (message: string, path: string, folder: string, transport?: WireTransport): MissingCassetteError =>
  new MissingCassetteError(message, { where: displayPath(path), hint: recordingHint(path, transport, folder) });

/**
 * Writes what was recorded by one transport into its file, whole or not at all; what others have recorded there stays.
 *
 * @throws {UserError} the path is outside the folder, or behind a symbolic link; what is there is malformed; or something in it still
 * looks like a secret.
 */
export async function writeCassette(
  path: string,
  transport: WireTransport,
  cassette: Cassette,
  folder: string = cassettesFolder,
): Promise<void> {
  refuseHar(path, folder);
  const text = serializeCassettes({ ...cassettesThere(path, folder), [transport]: cassette });
  await refuseSecrets(text, displayPath(path));
  await writeFileAtomic(path, text);
}

/** What a cassette file holds; nothing where there is none. @throws {UserError} as {@link readCassettes}. */
export function cassettesThere(path: string, folder: string = cassettesFolder): Cassettes {
  try {
    return readCassettes(path, folder).cassettes;
  } catch (error) {
    if (error instanceof MissingCassetteError) return {};
    throw error;
  }
}

/** @throws {UserError} its name says that it is a HAR. */
function refuseHar(path: string, folder: string): void {
  if (!path.endsWith('.har')) return;
  throw new UserError('is a HAR file, not a cassette', { where: displayPath(path), hint: harHint(path, folder) });
}
