/** Which options of its library a bridge uses, and which it does not, so that a verdict can say under which options it holds. */
import { join } from 'node:path';
import Type from 'typebox';
import { parseData } from '../../lib/data-file.ts';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import type { AdapterIdentity } from './case.ts';
import { repositoryFolder } from './discover.ts';

export const LibraryOption = Type.Object(
  {
    option: Type.String({ minLength: 1, description: 'As the library names it: an option, a class, an entry point.' }),
    value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
      description: 'What the bridge sets it to; in words where it follows from what the caller asks.',
    }),
    why: Type.String({ minLength: 10, description: 'Why a user would choose it, in one line.' }),
    documentation: Type.String({ pattern: '^https://', description: 'Where the library documents the option.' }),
  },
  { additionalProperties: false, title: 'LibraryOption' },
);

export type LibraryOption = Type.Static<typeof LibraryOption>;

export const LibraryOptionsFile = Type.Object(
  { options: Type.Array(LibraryOption, { minItems: 1 }) },
  {
    $id: 'library-options.schema.json',
    title: 'Options of its library that a bridge chooses',
    additionalProperties: false,
  },
);

const name = 'library-options.yaml';

/** Where they are looked for, relative to the repository: those of all adapters of an implementation, then an adapter's. */
export const libraryOptionsFilesOf = ({ implementation, providerApi }: Omit<AdapterIdentity, 'id'>): string[] => [
  `adapters/${implementation}/${name}`,
  `adapters/${implementation}/${providerApi}/${name}`,
];

/**
 * What the bridge of an adapter chooses, in the order of its files. Empty where it chooses nothing.
 *
 * @throws {UserError} a file does not parse or does not fit.
 */
export function loadLibraryOptions(
  adapter: Omit<AdapterIdentity, 'id'>,
  root: string = repositoryFolder,
): readonly LibraryOption[] {
  return libraryOptionsFilesOf(adapter).flatMap((file) => readLibraryOptions(join(root, file)));
}

/** @throws {UserError} as {@link loadLibraryOptions}. */
export function readLibraryOptions(path: string): readonly LibraryOption[] {
  const what = 'file of library options';
  const bytes = readIfExists(path, what);
  return bytes === undefined ? [] : parseData(decodeText(bytes, path, what), path, LibraryOptionsFile, what).options;
}
