import { join } from 'node:path';
import type { JsonObject } from '../../../files/canonical-json.ts';
import { readPlain } from '../../../files/read-plain.ts';
import { UserError } from '../../../files/user-error.ts';

/** The schemas of one SDK's wire, as `npm run atc -- schemas` writes them to `schemas/wire/<source>.json`. */
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
    const document = JSON.parse(readPlain(path, 'list of wire schemas').toString('utf8')) as WireDocument;
    read.set(source, document);
    return document;
  } catch (error) {
    throw new UserError(`the wire schemas of "${source}" cannot be read: ${(error as Error).message}`, {
      where: `schemas/wire/${source}.json`,
      hint: 'make them: npm run atc -- schemas',
    });
  }
}
