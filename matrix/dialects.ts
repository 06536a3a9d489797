import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../lib/data-file.ts';
import { providerApiIds } from './ids.ts';
import { type Immutable, SourceSchema } from './schema.ts';

/**
 * `dialects.json`: servers that speak a provider API and write its answers in their own way, with the source of each trait, and the
 * libraries that document how to reach such servers.
 */

const strict = { additionalProperties: false } as const;
const text = (description: string) => Type.String({ minLength: 1, description });
const day = Type.String({ pattern: '^\\d{4}-\\d{2}(-\\d{2})?$', description: 'when it was recorded or reported' });

/** What they do otherwise, by names of `recordings/faults/dialects.ts`, in the order in which an answer gets them. */
const dialectTraitIds = [
  'calls-whole',
  'call-begins-with-arguments',
  'arguments-empty',
  'index-missing',
  'index-zero',
  'index-from-one',
  'index-in-message',
  'name-repeated',
  'name-empty',
  'id-empty-later',
  'signature-of-call',
  'older-call-empty',
  'custom-call-empty',
  'content-empty',
  'content-missing',
  'calls-null',
  'calls-empty',
  'role-in-each-chunk',
  'finish-stop',
  'finish-empty',
  'finish-missing',
  'finish-twice',
  'usage-with-finish',
  'usage-twice',
  'usage-in-each-chunk',
  'event-names-missing',
  'item-id-missing',
  'comments',
  'done-missing',
  'error-event',
  'error-beside-choices',
  'error-code-number',
  'error-detail',
] as const;
export type DialectTraitId = (typeof dialectTraitIds)[number];

const DialectSchema = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
    title: text('the server, as its users call it'),
    of: Type.Enum(providerApiIds, { description: 'the provider API that it speaks' }),
    baseUrl: Type.String({ pattern: '^https?://', description: 'where it is' }),
    traits: Type.Partial(Type.Record(Type.Enum(dialectTraitIds), Type.Array(Type.String(), { minItems: 1 }), strict), {
      ...strict,
      minProperties: 1,
      description: 'what it does otherwise, with keys of `sources`',
    }),
    sources: Type.Record(
      Type.String({ pattern: '^[a-z0-9-]+$' }),
      Type.Object(
        {
          title: text('what it is'),
          url: Type.String({ pattern: '^https://' }),
          grade: Type.Enum(['traffic', 'documented'], {
            description: 'recorded traffic, or an exchange that a public report quotes',
          }),
          date: day,
        },
        strict,
      ),
      strict,
    ),
    refuses: Type.Optional(
      Type.Array(Type.Object({ what: text('what of a request it rejects'), source: Type.String() }, strict), {
        description: 'for readers; no case sends it',
      }),
    ),
  },
  strict,
);
export type Dialect = Immutable<Type.Static<typeof DialectSchema>>;

export const DialectsFileSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    clients: Type.Record(Type.String(), Type.Partial(Type.Record(Type.Enum(providerApiIds), SourceSchema, strict)), {
      description: 'by implementation and provider API, who documents its use with such servers',
    }),
    dialects: Type.Array(DialectSchema),
  },
  { ...strict, $id: 'matrix-dialects.schema.json' },
);
/** What `dialects.json` says. */
export type Dialects = Pick<Immutable<Type.Static<typeof DialectsFileSchema>>, 'clients' | 'dialects'>;

/** Reads `dialects.json` of a folder. @throws {UserError} it is missing or does not fit its schema. */
export async function loadDialects(folder: string): Promise<Dialects> {
  const { clients, dialects } = await readDataFile(
    join(folder, 'dialects.json'),
    DialectsFileSchema,
    'list of dialects',
    folder,
  );
  return { clients, dialects };
}

/** The surface of a provider API that such servers are: a library may have a client of its own for them. */
export const compatibleSurface = 'openai-compatible';

/** The dialects that an implementation documents to speak. Pure. */
export const dialectsOf = (
  { clients, dialects }: Dialects,
  { implementation, providerApi }: { readonly implementation: string; readonly providerApi: string },
): readonly Dialect[] =>
  Object.hasOwn(clients[implementation] ?? {}, providerApi) ? dialects.filter(({ of }) => of === providerApi) : [];
