import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../files/data-file.ts';
import { providerApiIds } from '../../matrix/ids.ts';

const text = Type.String({ minLength: 1 });
const closed = { additionalProperties: false };

const Reasons = Type.Array(
  Type.Object(
    {
      shapes: Type.Array(text, { minItems: 1, description: 'As they are listed; `*` stands for anything.' }),
      reason: Type.String({ minLength: 10, description: 'Why no cassette has them.' }),
    },
    closed,
  ),
);
export type Reasons = Type.Static<typeof Reasons>;

const ShapeReasons = Type.Object(
  {
    opaque: Type.Array(text, {
      description:
        'Members whose values are somebody’s own data or repeat the request: wherever they stand, or as `<owner>.<member>`.',
    }),
    columns: Type.Object(Object.fromEntries(providerApiIds.map((id) => [id, Type.Optional(Reasons)])), closed),
  },
  closed,
);

/** What of real traffic no cassette needs to have. @throws {UserError} the file is malformed. */
export const loadShapeReasons = (
  path: string = join(import.meta.dirname, 'shape-reasons.yaml'),
): Promise<Type.Static<typeof ShapeReasons>> => readDataFile(path, ShapeReasons, 'list of shapes without a cassette');
