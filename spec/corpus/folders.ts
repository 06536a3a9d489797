import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../lib/data-file.ts';
import { providerApiIds } from '../../matrix/ids.ts';

const closed = { additionalProperties: false };

const Column = Type.Object(
  {
    folder: Type.String({ minLength: 1 }),
    providerApi: Type.Enum([...providerApiIds]),
    surface: Type.Optional(
      Type.String({ minLength: 1, description: 'The variant of the column; its first one where absent.' }),
    ),
    models: Type.Optional(
      Type.String({
        description: 'Regular expression of the URLs whose model is of this column, where others lie beside.',
      }),
    ),
    vendor: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Who speaks the wire of the column, where that is not its provider: what is said is read and compared, and proves nothing of the provider’s types and rules.',
      }),
    ),
    path: Type.Optional(
      Type.Object(
        {
          from: Type.String({ description: 'Regular expression.' }),
          to: Type.String({ description: 'What stands in its place.' }),
        },
        { ...closed, description: 'How paths of this folder become those of the column’s operations.' },
      ),
    ),
    eventNamedBy: Type.Optional(
      Type.String({ description: 'Member of the data that a server-sent event is named after on this wire.' }),
    ),
    streamBeginsWith: Type.Optional(
      Type.String({ description: 'Event that begins a stream; some sources put several streams one after the other.' }),
    ),
  },
  closed,
);

const WithoutColumn = Type.Object(
  { folder: Type.String({ minLength: 1 }), reason: Type.String({ minLength: 1 }) },
  closed,
);

const Folders = Type.Object({ folders: Type.Array(Type.Union([Column, WithoutColumn])) }, closed);

/** A folder of the corpus whose traffic belongs to a column of the matrix. */
export type CorpusFolder = Type.Static<typeof Column>;

/** A folder whose traffic belongs to none, and why. */
export type FolderWithoutColumn = Type.Static<typeof WithoutColumn>;

/** Which folder of the corpus belongs to which column. */
export async function loadFolders(): Promise<readonly (CorpusFolder | FolderWithoutColumn)[]> {
  const { folders } = await readDataFile(join(import.meta.dirname, 'folders.json'), Folders, 'list of corpus folders');
  return folders;
}
