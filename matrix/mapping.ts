import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../files/data-file.ts';
import { providerApiIds, toolIds } from './ids.ts';
import type { Immutable } from './immutable.ts';
import { matrixFolder } from './load.ts';
import { lifecycles, supportLevels } from './schema.ts';

/**
 * `mapping.json`: how a finer survey of tools and provider APIs (made on one day, from SDK types, service specifications
 * and vendor pages) became the rows, variants and columns of this matrix, with its own values, so that every place where
 * the matrix says something else is deliberate and has a reason.
 */

const strict = { additionalProperties: false } as const;
const text = Type.String({ minLength: 1 });
const surveyId = Type.String({ pattern: '^[a-z][a-z0-9_]*$' });

/** What the survey says of a tool on an API. */
export const factValues = ['yes', 'no', 'beta', 'deprecated', 'retired'] as const;
export type FactValue = (typeof factValues)[number];

const StandingSchema = Type.Object(
  { support: Type.Enum(supportLevels), lifecycle: Type.Optional(Type.Enum(lifecycles)) },
  strict,
);
/** Support and lifecycle; without a lifecycle any will do. */
export type Standing = Immutable<Type.Static<typeof StandingSchema>>;

const ColumnMappingSchema = Type.Object(
  { becomes: Type.Optional(Type.Enum(providerApiIds)), reason: Type.Optional(text) },
  { ...strict, minProperties: 1, maxProperties: 1 },
);

const RowMappingSchema = Type.Object(
  { becomes: Type.Optional(Type.Enum(toolIds)), variant: Type.Optional(text), reason: Type.Optional(text) },
  strict,
);

const DifferenceSchema = Type.Object(
  { row: text, column: text, fact: Type.Enum(factValues), ours: StandingSchema, reason: text },
  strict,
);

const factWord = factValues.join('|');

export const MappingFileSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    asOf: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'the day of the survey' }),
    translation: Type.Record(Type.Enum(factValues), StandingSchema, {
      ...strict,
      description: 'what a value of the survey is in a cell or variant; a variant that is not there is `no`',
    }),
    columns: Type.Record(surveyId, ColumnMappingSchema, strict),
    rows: Type.Record(surveyId, RowMappingSchema, strict),
    columnsWithoutFacts: Type.Record(Type.String(), text),
    rowsWithoutFacts: Type.Record(Type.String(), text),
    differences: Type.Array(DifferenceSchema),
    facts: Type.Object(
      {
        columns: Type.Array(text, { minItems: 1, uniqueItems: true, description: 'the order of the values below' }),
        rows: Type.Record(surveyId, Type.String({ pattern: `^(${factWord})( (${factWord}))*$` }), strict),
      },
      strict,
    ),
  },
  { ...strict, $id: 'matrix-mapping.schema.json' },
);
export type MappingFile = Immutable<Type.Static<typeof MappingFileSchema>>;

/**
 * Reads `mapping.json` of a folder.
 *
 * @throws {UserError} it is missing or does not fit its schema
 */
export function loadMapping(folder: string = matrixFolder): Promise<MappingFile> {
  return readDataFile(join(folder, 'mapping.json'), MappingFileSchema, 'mapping');
}
