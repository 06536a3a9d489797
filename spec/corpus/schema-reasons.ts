import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../files/data-file.ts';
import { providerApiIds } from '../../matrix/ids.ts';

const text = Type.String({ minLength: 1 });
const closed = { additionalProperties: false };

const SchemaReason = Type.Object(
  {
    files: Type.Optional(Type.Array(text, { minItems: 1, description: 'Files of the corpus; all where absent.' })),
    paths: Type.Array(text, { minItems: 1, description: 'Places, `[]` for any index: `request.body.tools[].type`.' }),
    altered: Type.Optional(
      Type.Literal(true, {
        description: 'Who published the recording changed it there: what is refused is not what the service took.',
      }),
    ),
    reason: Type.String({ minLength: 10, description: 'Why it is refused here, though the service took or gave it.' }),
  },
  closed,
);
export type SchemaReason = Type.Static<typeof SchemaReason>;

const Reasons = Type.Object(
  Object.fromEntries(providerApiIds.map((id) => [id, Type.Optional(Type.Array(SchemaReason))])),
  closed,
);

/** Why some of real traffic is refused by schemas or rules. @throws {UserError} the file is malformed. */
export const loadSchemaReasons = (
  path: string = join(import.meta.dirname, 'schema-reasons.yaml'),
): Promise<Type.Static<typeof Reasons>> => readDataFile(path, Reasons, 'list of what real traffic is refused for');
