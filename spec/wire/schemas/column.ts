import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../../files/data-file.ts';

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

/** A column's schemas, `columns/<provider API>.json`. @throws {UserError} the file is missing or malformed. */
export const loadColumnSchemas = (providerApi: string): Promise<ColumnSchemas> =>
  readDataFile(join(import.meta.dirname, 'columns', `${providerApi}.json`), ColumnSchemas, 'list of wire schemas');
