import { lstat, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { locate, parseData, place } from '../../files/data-file.ts';
import { UserError } from '../../files/user-error.ts';
import { writeFileAtomic } from '../../files/write-atomic.ts';
import type { Cassette } from './cassette.ts';
import { parseFaithful } from './faithful-json.ts';
import { fromHar, HarContradiction, toHar } from './har.ts';
import { cassettesFolder, recordingHint } from './location.ts';
import { type CassetteFile, CassetteFileSchema } from './schema.ts';

/**
 * Reads a cassette.
 *
 * @param folder the folder that the file must be in; another one than {@link cassettesFolder} for tests.
 * @throws {UserError} missing, outside the folder, behind a symbolic link, malformed, truncated or of another version;
 * the message names file, line and column.
 */
export async function readCassette(path: string, folder: string = cassettesFolder): Promise<Cassette> {
  await refuseStrangePath(path, folder);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT'
      ? new UserError('no such cassette', { where: place(path), hint: recordingHint(path, folder) })
      : new UserError(`cannot read this cassette (${code})`, { where: place(path) });
  }
  return parseCassette(text, path);
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

/** The text of a cassette file. Equal cassettes give equal bytes. */
export function serializeCassette(cassette: Cassette): string {
  return `${JSON.stringify(toHar(cassette), null, 2)}\n`;
}

/**
 * Writes a cassette, whole or not at all.
 *
 * @throws {UserError} the path is outside the folder, or behind a symbolic link.
 */
export async function writeCassette(path: string, cassette: Cassette, folder: string = cassettesFolder): Promise<void> {
  await refuseStrangePath(path, folder);
  await writeFileAtomic(path, serializeCassette(cassette));
}

/** A cassette's place may come from a command line: neither `..` nor a link may lead out of the folder. */
async function refuseStrangePath(path: string, folder: string): Promise<void> {
  const inside = relative(folder, resolve(path));
  if (inside === '' || inside.startsWith(`..${sep}`) || inside === '..' || resolve(inside) === inside) {
    throw new UserError('is not a cassette: cassettes live below recordings/cassettes', { where: place(path) });
  }
  const steps = inside.split(sep).map((_, depth, parts) => join(folder, ...parts.slice(0, depth + 1)));
  for (const step of steps) {
    const found = await lstat(step).catch(() => undefined);
    if (found?.isSymbolicLink()) {
      throw new UserError('is a symbolic link; cassettes are plain files in plain folders', { where: place(step) });
    }
  }
}
