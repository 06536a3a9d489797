import { join } from 'node:path';
import Type from 'typebox';
import type { Json, JsonObject } from '../lib/canonical-json.ts';
import { readDataFile } from '../lib/data-file.ts';
import { type ProviderApiId, providerApiIds, toolIds } from './ids.ts';
import { type Immutable, SourceSchema } from './schema.ts';

/**
 * `errata.json`: the errata. Where the ADR's table or one of its wire shapes is not what holds today, and why, entry by
 * entry, each with bodies that a reader of the wire can be held against.
 */

const strict = { additionalProperties: false } as const;
const text = (description: string) => Type.String({ minLength: 1, description });
const body = (description: string) => Type.Unknown({ description });

/**
 * How it came to differ: it was never so; it was so and has changed; it leaves out what a client needs; it is newer than the ADR;
 * a trap that no text warns of; a mark of the availability table that no longer holds.
 */
const errataKinds = ['wrong', 'outdated', 'partial', 'new', 'trap', 'table'] as const;

const ExchangeSchema = Type.Object(
  {
    operation: text('as the column names it'),
    request: Type.Optional(body('JSON; nothing is sent where absent')),
    response: Type.Optional(body('JSON, or a list of events `{ name: payload }`; an empty object where absent')),
  },
  { ...strict, title: 'Exchange' },
);

const ExampleSchema = Type.Object(
  {
    providerApi: Type.Enum(providerApiIds),
    operation: text('as the column names it'),
    side: Type.Enum(['request', 'response'], { description: 'whose body differs' }),
    asked: Type.Optional(body('the request of a response that differs, where it matters')),
    before: Type.Optional(Type.Array(ExchangeSchema, { description: 'the same client call, before it' })),
    after: Type.Optional(Type.Array(ExchangeSchema, { description: 'the same client call, after it' })),
    adr: body('the whole body as the ADR writes it or, where it is silent, as the documents of its time do'),
    today: body('the whole body as it is'),
    gives: Type.Object(
      {
        facts: Type.Optional(Type.Array(Type.Unknown(), { description: 'all that the responses say' })),
        tools: Type.Optional(Type.Array(Type.Unknown(), { description: 'the tools that the requests declare' })),
        messages: Type.Optional(Type.Array(Type.Unknown(), { description: 'the messages that the requests say' })),
      },
      { ...strict, minProperties: 1, description: 'what the body of today is read as, with nothing left unread' },
    ),
    adrIs: Type.Enum(['rejected', 'accepted'], {
      description: 'accepted: it is read as the same, with nothing left unread; rejected: it is not',
    }),
  },
  strict,
);

const EntrySchema = Type.Object(
  {
    id: Type.String({ pattern: '^D-\\d{2}$' }),
    title: text('what it is about, in a few words'),
    kind: Type.Enum(errataKinds),
    adr: text('what the ADR says'),
    today: text('what holds'),
    sources: Type.Array(SourceSchema, { minItems: 1, description: 'where that can be read' }),
    concerns: Type.Array(
      Type.Object(
        {
          providerApi: Type.Enum(providerApiIds),
          tools: Type.Optional(
            Type.Array(Type.Enum(toolIds), { minItems: 1, uniqueItems: true, description: 'all where absent' }),
          ),
        },
        strict,
      ),
      { minItems: 1, description: 'the cells, or whole columns, that name this entry' },
    ),
    examples: Type.Optional(Type.Array(ExampleSchema, { minItems: 1 })),
    notInBodies: Type.Optional(text('why no body can show it, and what does')),
  },
  strict,
);

export const ErrataFileSchema = Type.Object(
  { $schema: Type.Optional(Type.String()), entries: Type.Array(EntrySchema, { minItems: 1 }) },
  { ...strict, $id: 'matrix-errata.schema.json' },
);

type FileEntry = Immutable<Type.Static<typeof EntrySchema>>;

/** An exchange, or what of it an example needs. */
export interface ErrataExchange {
  readonly operation: string;
  readonly request?: Json;
  readonly response?: Json;
}

/** Two bodies of one operation: as the ADR has it, and as it is. */
export interface ErrataExample {
  readonly providerApi: ProviderApiId;
  readonly operation: string;
  readonly side: 'request' | 'response';
  readonly asked?: Json;
  readonly before?: readonly ErrataExchange[];
  readonly after?: readonly ErrataExchange[];
  readonly adr: Json;
  readonly today: Json;
  readonly gives: {
    readonly facts?: readonly JsonObject[];
    readonly tools?: readonly JsonObject[];
    readonly messages?: readonly JsonObject[];
  };
  readonly adrIs: 'rejected' | 'accepted';
}

/** One entry of the register. */
export type ErrataEntry = Omit<FileEntry, 'examples'> & { readonly examples?: readonly ErrataExample[] };

/**
 * Reads `errata.json` of a folder, whose entries come in its own order.
 *
 * @throws {UserError} it is missing or does not fit its schema; the message names file, line and column
 */
export async function loadErrata(folder: string): Promise<readonly ErrataEntry[]> {
  const file = await readDataFile(join(folder, 'errata.json'), ErrataFileSchema, 'errata');
  return file.entries as readonly ErrataEntry[];
}
