import type { Static, TSchema } from 'typebox';
import { assertSchema, pointerLocation } from '../../lib/data-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { type ForeignExchange, ForeignProblem } from './foreign-recording.ts';
import { type ReadExchange, toExchange } from './to-exchange.ts';

/** A file that was parsed: its documents, of which JSON has one. */
export interface ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly syntax: 'json' | 'yaml';
  readonly documents: readonly unknown[];
}

/** What was read of a file. */
export interface ReadExchanges {
  readonly exchanges: readonly ReadExchange[];
  /** Those that are none, and why. */
  readonly leftOut: readonly LeftOut[];
}

/** An exchange that is not imported. */
export interface LeftOut {
  /** Its place in the file, from 1. */
  readonly number: number;
  readonly reason: string;
}

/** How the recordings of a program are told from others, and read. */
export interface DataFormat {
  readonly id: string;
  /** Its name, as messages and notes give it. */
  readonly title: string;
  readonly recognises: (file: ParsedFile) => boolean;
  /** @throws {UserError} the file is not of the format, or holds no exchange. */
  readonly read: (file: ParsedFile) => ReadExchanges;
}

/**
 * A format whose files are one document.
 *
 * @param about.has whether the outermost value looks like one of this format: enough to tell it from others
 * @param about.items the parts of a document that hold an exchange each
 * @param about.exchange reads one of them
 */
export function dataFormat<S extends TSchema, Item>(about: {
  readonly id: string;
  readonly title: string;
  readonly schema: S;
  readonly has: (value: unknown) => boolean;
  readonly items: (value: Static<S>) => readonly Item[];
  readonly exchange: (item: Item, whole: Static<S>) => ForeignExchange | undefined;
}): DataFormat {
  const { id, title, schema, has, items, exchange } = about;
  return {
    id,
    title,
    recognises: ({ documents }) => documents.length === 1 && has(documents[0]),
    read: (file) => {
      if (file.documents.length > 1) {
        throw new UserError(`has ${file.documents.length} documents; a recording of ${title} has one`, {
          where: displayPath(file.path),
          hint: 'put each in its own file, or set --format',
        });
      }
      const whole = assertSchema(file.documents[0], schema, `recording (${title})`, placeIn(file));
      return readEach(file, items(whole), (item) => exchange(item, whole));
    },
  };
}

/**
 * Exchanges, one by one. One that cannot be is left out: what a browser records has all sorts beside what is meant.
 *
 * @param exchange nothing where no answer came
 * @throws {UserError} none is left; the message says why.
 */
export function readEach<Item>(
  { path }: Pick<ParsedFile, 'path'>,
  items: readonly Item[],
  exchange: (item: Item) => ForeignExchange | undefined,
): ReadExchanges {
  const exchanges: ReadExchange[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, item] of items.entries()) {
    const number = index + 1;
    try {
      const foreign = exchange(item);
      if (foreign) exchanges.push(toExchange(foreign, number));
      else leftOut.push({ number, reason: 'no response arrived' });
    } catch (error) {
      if (!(error instanceof ForeignProblem)) throw error;
      leftOut.push({ number, reason: error.message });
    }
  }
  if (exchanges.length > 0) return { exchanges, leftOut };
  const [first] = leftOut;
  throw new UserError(first ? `exchange ${first.number}: ${first.reason}` : 'has no exchange that can be imported', {
    where: displayPath(path),
    hint: 'correct the recording, or record it again',
  });
}

/** Where in the file a JSON pointer leads; of several documents only the file is named. */
export const placeIn =
  ({ path, text, syntax, documents }: ParsedFile) =>
  (pointer: string): string =>
    documents.length === 1 ? pointerLocation(text, path, pointer, syntax === 'yaml') : displayPath(path);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True of an object with a member that is a list, or an object, as asked. */
export const holds = (value: unknown, name: string, kind: 'list' | 'object'): boolean =>
  isObject(value) &&
  Object.hasOwn(value, name) &&
  (kind === 'list' ? Array.isArray(value[name]) : isObject(value[name]));
