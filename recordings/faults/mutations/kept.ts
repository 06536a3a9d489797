import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../../files/data-file.ts';
import { providerApiIds } from '../../../matrix/ids.ts';
import { ChangeSchema } from './change.ts';

const strict = { additionalProperties: false } as const;

const KeptMutationSchema = Type.Object(
  {
    providerApi: Type.Enum([...providerApiIds]),
    tool: Type.String({ minLength: 1 }),
    scenario: Type.String({ minLength: 1 }),
    mode: Type.Enum(['complete', 'stream'] as const),
    transport: Type.Enum(['json', 'sse', 'eventstream'] as const, {
      description: 'how the answer came: an adapter may choose, and the answers differ',
    }),
    exchange: Type.Integer({ minimum: 0, description: 'which exchange of the conversation is changed, from 0' }),
    corpus: Type.Optional(
      Type.String({
        pattern: '^[\\w-]+/[\\w.-]+ exchanges\\[\\d+\\]$',
        description:
          'the answer of real traffic that stands in the place of the recorded one, by its file alone; tried only where the corpus is',
      }),
    ),
    changes: Type.Array(ChangeSchema, { minItems: 1 }),
    reason: Type.String({ minLength: 1, description: 'what came of it once, or why it is kept' }),
  },
  strict,
);

const KeptFileSchema = Type.Object({ regressions: Type.Array(KeptMutationSchema) }, strict);

/** A mutation that is tried for ever: an adapter failed with it once. */
export type KeptMutation = Type.Static<typeof KeptMutationSchema>;

const file = join(import.meta.dirname, '../regressions.yaml');

/** Reads the mutations that are kept. @throws {UserError} the file is malformed. */
export const loadKept = async (path: string = file): Promise<readonly KeptMutation[]> =>
  (await readDataFile(path, KeptFileSchema, 'list of regressions')).regressions;
