import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../../lib/data-file.ts';
import { providerApiIds } from '../../../matrix/ids.ts';
import { written } from '../response-parts.ts';

const strict = { additionalProperties: false } as const;

const piece = Type.Integer({
  minimum: 0,
  description: 'which event or frame of the answer, from 0; 0 of an answer that is no stream',
});

const at = Type.Array(Type.Union([Type.String(), Type.Integer({ minimum: 0 })]), {
  description: 'names and indexes that lead to the place within its JSON; none leads to the whole of it',
});

const count = Type.Integer({ minimum: 1 });

const ValueSchema = Type.Union([
  Type.Object({ json: Type.String({ description: 'as it is written, whether it is JSON or not' }) }, strict),
  Type.Object({ letters: count }, { ...strict, description: 'a text of as many letters' }),
  Type.Object({ elements: count, of: Type.String({ description: 'each element, as it is written' }) }, strict),
  Type.Object({ arrays: count }, { ...strict, description: 'an empty array in as many others' }),
  Type.Object({ objects: count }, { ...strict, description: 'an empty object in as many others' }),
]);

const places = { piece, at };

/**
 * One thing that is changed in an answer. Plain JSON, so that a change can be kept, and is the same for ever. `put` and `add`
 * give a place a value, `name` a member another name; `double` writes an element or a member a second time, `repeat` an element
 * many times; `swap` exchanges it with the one behind it. What ends in `-piece` is about a whole event or frame; `header` is about
 * one header of a frame, which is dropped where it is given no value; `bytes` puts bytes into a piece.
 */
export const ChangeSchema = Type.Union([
  Type.Object({ do: Type.Literal('put'), ...places, value: ValueSchema }, strict),
  Type.Object({ do: Type.Literal('add'), ...places, name: Type.String(), value: ValueSchema }, strict),
  Type.Object({ do: Type.Literal('drop'), ...places }, strict),
  Type.Object({ do: Type.Literal('double'), ...places }, strict),
  Type.Object({ do: Type.Literal('repeat'), ...places, times: count }, strict),
  Type.Object({ do: Type.Literal('swap'), ...places }, strict),
  Type.Object({ do: Type.Literal('name'), ...places, as: Type.String() }, strict),
  Type.Object({ do: Type.Literal('drop-piece'), piece }, strict),
  Type.Object({ do: Type.Literal('repeat-piece'), piece, times: count }, strict),
  Type.Object({ do: Type.Literal('swap-piece'), piece }, strict),
  Type.Object({ do: Type.Literal('name-piece'), piece, as: Type.String() }, strict),
  Type.Object(
    { do: Type.Literal('header'), piece, name: Type.String({ minLength: 1 }), value: Type.Optional(Type.String()) },
    strict,
  ),
  Type.Object(
    {
      do: Type.Literal('bytes'),
      piece,
      offset: Type.Integer({ minimum: 0, description: 'in bytes; behind the last where there are fewer' }),
      hex: Type.String({ pattern: '^([0-9a-f]{2})+$' }),
    },
    strict,
  ),
]);

export type Change = Type.Static<typeof ChangeSchema>;
export type Value = Type.Static<typeof ValueSchema>;

// Changes as people read them. Pure.

/** What was done, as the end of "where …": `content[0].text of piece 3 is 1e400 and piece 4 is missing`. */
export const inWords = (changes: readonly Change[]): string =>
  changes.map(modelTextOf).join(' and ') || 'nothing is changed';

function modelTextOf(change: Change): string {
  const here = `piece ${change.piece}`;
  const place = 'at' in change ? `${written(change.at) || 'the whole'} of ${here}` : here;
  switch (change.do) {
    case 'put':
      return `${place} is ${valueInWords(change.value)}`;
    case 'add':
      return `${place} has ${change.name}, ${valueInWords(change.value)}, too`;
    case 'drop':
    case 'drop-piece':
      return `${place} is missing`;
    case 'double':
      return `${place} stands twice`;
    case 'repeat':
    case 'repeat-piece':
      return `${place} comes ${change.times} times more`;
    case 'swap':
    case 'swap-piece':
      return `${place} is exchanged with the next`;
    case 'name':
    case 'name-piece':
      return `${place} is called "${change.as}"`;
    case 'header':
      return `the header ${change.name} of ${place} is ${change.value === undefined ? 'missing' : `"${change.value}"`}`;
    case 'bytes':
      return `the bytes ${change.hex} stand at ${change.offset} of ${place}`;
  }
}

/** Longest that a value is shown, in letters. */
const shown = 60;

function valueInWords(value: Value): string {
  if ('json' in value)
    return value.json.length > shown ? `${value.json.slice(0, shown)}…` : value.json || 'without a value';
  if ('letters' in value) return `a text of ${value.letters} letters`;
  if ('elements' in value) return `a list of ${value.elements} times ${value.of}`;
  return 'arrays' in value ? `an array in ${value.arrays} others` : `an object in ${value.objects} others`;
}

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
export type RegressionMutation = Type.Static<typeof KeptMutationSchema>;

const file = join(import.meta.dirname, '../regressions.yaml');

/** Reads the mutations that are kept. @throws {UserError} the file is malformed. */
export const loadRegressions = async (path: string = file): Promise<readonly RegressionMutation[]> =>
  (await readDataFile(path, KeptFileSchema, 'list of regressions')).regressions;
