import { join } from 'node:path';
import Type from 'typebox';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { readDataFile } from '../../../lib/data-file.ts';
import { readRegularFile } from '../../../lib/read-regular-file.ts';
import { UserError } from '../../../lib/user-error.ts';

/** The schemas of one SDK's wire, as `npm run schemas` writes them to `schemas/wire/<source>.json`. */
export interface WireDocument {
  readonly $schema: string;
  readonly title: string;
  /** The packages that it was made from. */
  readonly from: readonly { readonly package: string; readonly version: string }[];
  readonly $defs: Readonly<Record<string, JsonObject>>;
}

/** Where the documents lie. */
export const wireSchemasFolder: string = join(import.meta.dirname, '../../../schemas/wire');

const read = new Map<string, WireDocument>();

/** A source's document, read once. @throws {UserError} there is none. */
export function wireDocument(source: string): WireDocument {
  const known = read.get(source);
  if (known) return known;
  const path = join(wireSchemasFolder, `${source}.json`);
  try {
    const document = JSON.parse(readRegularFile(path, 'list of wire schemas').toString('utf8')) as WireDocument;
    read.set(source, document);
    return document;
  } catch (error) {
    throw new UserError(`cannot read the wire schemas of "${source}": ${(error as Error).message}`, {
      where: `schemas/wire/${source}.json`,
      hint: 'run: npm run schemas',
    });
  }
}

const closed = { additionalProperties: false };
const text = Type.String({ minLength: 1 });

const Definition = Type.String({
  pattern: '^[a-z0-9-]+#[\\w.]+$',
  description: 'A definition of a wire schema: `anthropic#Message`.',
});

/** Why a body has no schema: it has no body, or what it holds is nobody's to say. */
const None = Type.Object({ none: Type.String({ minLength: 5 }) }, closed);

const Events = Type.Object(
  {
    of: Definition,
    as: Type.Enum(['data', 'named', 'member'], {
      description:
        'What of an event fits: its data; `{ event, data }`; or its data as the member of an object that the event is named after.',
    }),
    end: Type.Optional(Type.String({ description: 'Data that ends a stream and is none: `[DONE]`.' })),
  },
  closed,
);

const Shapes = Type.Object(
  {
    when: Type.Optional(
      Type.Object(
        { header: Type.Optional(text), query: Type.Optional(text), path: Type.Optional(text) },
        {
          ...closed,
          description:
            'Of which requests this holds: with this header, this text in the query, or this text in the path; any one of them. The rest, where absent.',
        },
      ),
    ),
    request: Type.Union([Definition, None]),
    response: Type.Union([Definition, None]),
    events: Type.Optional(Events),
  },
  closed,
);

const Refusal = Type.Object(
  {
    title: text,
    url: text,
    says: text,
    inBodyAlone: Type.Optional(
      Type.Literal(true, {
        description:
          'Only members of the body itself are refused; real requests with others deeper in it are answered.',
      }),
    ),
  },
  closed,
);

/** Which definitions the bodies of a column's operations must fit. */
export const ColumnSchemas = Type.Object(
  {
    error: Type.Union([Definition, None], { description: 'What the body of an answer with status 400 or more fits.' }),
    exception: Type.Optional({
      ...Definition,
      description: 'What an error fits that AWS says in place of the API, by a header or by the name of an event.',
    }),
    unknownMembers: Type.Union([Type.Object({ refused: Refusal }, closed), Type.Object({ ignored: text }, closed)], {
      description:
        'What the API does with a member of a request that it does not know: refuses the request, with a public source and the words of the refusal; or not, and how that is known.',
    }),
    operations: Type.Record(text, Type.Array(Shapes, { minItems: 1 })),
  },
  closed,
);

export type ColumnSchemas = Type.Static<typeof ColumnSchemas>;
export type OperationShapes = Type.Static<typeof Shapes>;
export type BodyShape = Type.Static<typeof Definition> | Type.Static<typeof None>;

/** A column's schemas, `spec/provider-apis/<provider API>/schemas.json`. @throws {UserError} the file is missing or malformed. */
export const loadColumnSchemas = (providerApi: string): Promise<ColumnSchemas> =>
  readDataFile(
    join(import.meta.dirname, '../../provider-apis', providerApi, 'schemas.json'),
    ColumnSchemas,
    'list of wire schemas',
  );

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
