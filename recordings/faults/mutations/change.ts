import Type from 'typebox';

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
