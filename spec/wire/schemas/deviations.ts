import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../../files/data-file.ts';

const text = Type.String({ minLength: 1 });

const Deviation = Type.Object(
  {
    recordings: Type.Array(text, {
      minItems: 1,
      description: 'Below recordings/cassettes, without transport: `anthropic/function-calling/unknown-block`.',
    }),
    places: Type.Array(text, {
      minItems: 1,
      description: 'Places that do not fit, `[]` for any index: `response.body.content[].type`.',
    }),
    reason: Type.String({ minLength: 10 }),
  },
  { additionalProperties: false },
);
export type Deviation = Type.Static<typeof Deviation>;

const Deviations = Type.Array(Deviation);

/** Where recordings deviate from the provider's types on purpose. @throws {UserError} the file is malformed. */
export const loadDeviations = (
  path: string = join(import.meta.dirname, 'deviations.yaml'),
): Promise<readonly Deviation[]> => readDataFile(path, Deviations, 'list of deviating recordings');

/** Those of the deviations that allow this place of this recording. */
export const deviationsAt = (deviations: readonly Deviation[], recording: string, path: string): Deviation[] =>
  deviations.filter(
    ({ recordings, places }) => recordings.includes(recording) && places.includes(path.replaceAll(/\[\d+\]/g, '[]')),
  );
