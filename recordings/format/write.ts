import { place } from '../../files/place.ts';
import { writeFileAtomic } from '../../files/write-atomic.ts';
import { refuseSecrets } from '../scrub/second-net.ts';
import type { Cassette } from './cassette.ts';
import { toHar } from './har.ts';
import { cassettesFolder, refuseStrangePath } from './location.ts';

/** The text of a cassette file. Equal cassettes give equal bytes. */
export function serializeCassette(cassette: Cassette): string {
  return `${JSON.stringify(toHar(cassette), null, 2)}\n`;
}

/**
 * Writes a cassette, whole or not at all.
 *
 * @throws {UserError} the path is outside the folder, or behind a symbolic link; or something in it still looks like a secret.
 */
export async function writeCassette(path: string, cassette: Cassette, folder: string = cassettesFolder): Promise<void> {
  refuseStrangePath(path, folder);
  const text = serializeCassette(cassette);
  await refuseSecrets(text, place(path));
  await writeFileAtomic(path, text);
}
