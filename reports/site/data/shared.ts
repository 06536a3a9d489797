import Type from 'typebox';

/** Version of the data of pages; see `schema.ts`. */
export const siteVersion = 1;

export const closed = { additionalProperties: false };
export const text = Type.String();
export const count = Type.Integer({ minimum: 0 });

/** Where another file of the site lies, relative to this one. */
export const address = Type.String({ description: 'Relative to the file that it stands in.' });

/** What the data of every page begins with. */
export const head = {
  version: Type.Literal(siteVersion),
  /** The day of the run. */
  asOf: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
};
