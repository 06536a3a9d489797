import Type from 'typebox';

const text = Type.String();

/** A cell, through one implementation, that stands otherwise, as data: the states are those of the report. */
export const ChangedCell = Type.Object(
  {
    tool: text,
    providerApi: text,
    implementation: text,
    before: Type.Optional(text),
    after: Type.Optional(text),
  },
  { additionalProperties: false },
);
