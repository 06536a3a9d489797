/** What implementations are called, and what they are: `conformance` of `adapters/<implementation>/package.json`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { parseData } from '../../lib/data-file.ts';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import { adrTables } from '../../matrix/schema.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';

const LibraryName = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    role: Type.Enum(['library', 'reference', 'example']),
    rank: Type.Optional(Type.Integer({ minimum: 1 })),
    alsoCalled: Type.Optional(Type.Array(Type.String({ pattern: '^[^A-Z]+$' }), { minItems: 1, uniqueItems: true })),
    /** The decision record in which the library was designed: its marks stand beside the words of its cells. */
    decisionRecord: Type.Optional(Type.Enum([...adrTables])),
  },
  { additionalProperties: false },
);

const PackageFile = Type.Object({ conformance: Type.Optional(LibraryName) });

export type LibraryName = Type.Static<typeof LibraryName>;
export type LibraryNames = ReadonlyMap<string, LibraryName>;

/** Names of the implementations of a repository, by id. @throws {UserError} a package file does not parse or does not fit */
export function readLibraryNames(root: string = repositoryFolder): LibraryNames {
  const folder = join(root, 'adapters');
  // The package that others install has none.
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder).flatMap((id) => {
      const path = join(folder, id, 'package.json');
      const bytes = readIfExists(path, 'package file');
      if (bytes === undefined) return [];
      const { conformance } = parseData(decodeText(bytes, path, 'package file'), path, PackageFile, 'package file');
      return conformance ? [[id, conformance] as const] : [];
    }),
  );
}
