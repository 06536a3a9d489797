import { type ForeignHeaders, ForeignProblem } from './foreign-recording.ts';

/**
 * Headers that were kept as a map: of names and values, or lists of values. Values may be bytes, where a client gave such.
 *
 * @throws {ForeignProblem} a value is none.
 */
export function headersOfMap(map: Readonly<Record<string, unknown>> | null | undefined): ForeignHeaders {
  return Object.entries(map ?? {}).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, textOf(name, value)] as const),
  );
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (value === null) return '';
  throw new ForeignProblem(`its header ${JSON.stringify(name)} has a value that is no text`);
}

/** The first value of a header, whatever the case of its name. */
export const headerIn = (headers: ForeignHeaders, name: string): string | undefined =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1];
