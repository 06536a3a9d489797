import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { parseData } from '../../lib/data-file.ts';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { isTemporary } from '../../lib/write-atomic.ts';

/** The file that says which files of a folder are the site's: no other is ever removed or overwritten. */
export const manifestName = 'site-manifest.json';

export const SiteManifest = Type.Object(
  {
    version: Type.Literal(1),
    /** Paths below the folder of the site. */
    files: Type.Array(
      Type.String({ pattern: '^[a-z0-9-]+(/[a-z0-9-]+)*\\.(html|json|svg|css|js|atom|xml|txt)$', maxLength: 1000 }),
    ),
  },
  { $id: 'site-manifest.schema.json', title: 'The files of a site', additionalProperties: false },
);

/** The manifest as it is written. */
export const manifestText = (files: readonly string[]): string =>
  `${JSON.stringify({ version: 1, files: files.toSorted() })}\n`;

/**
 * The files that an earlier site left in a folder; none where the folder is empty.
 *
 * @throws {UserError} the folder holds something and no site, or the manifest is malformed.
 */
export async function earlierFiles(folder: string): Promise<readonly string[]> {
  const path = join(folder, manifestName);
  const bytes = readIfExists(path, 'manifest of a site');
  if (bytes)
    return parseData(decodeText(bytes, path, 'manifest of a site'), path, SiteManifest, 'manifest of a site').files;
  const [other] = (await readdir(folder)).filter((name) => !isTemporary(name));
  if (other === undefined) return [];
  throw new UserError(`this folder has "${other}", which is not of an earlier site: nothing was written`, {
    where: displayPath(folder),
    hint: 'choose an empty folder, or that of an earlier site',
  });
}
