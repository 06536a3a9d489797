import { UserError } from '../../files/user-error.ts';

/** What a scaffold consists of. Paths are relative to the repository. */
export interface NewFiles {
  /** Texts of files that are not there yet. */
  readonly create: Readonly<Record<string, string>>;
  /** Files that are there, and what becomes of their texts. */
  readonly edit: Readonly<Record<string, (text: string) => string>>;
  /** What is left to do, a line each. */
  readonly next: readonly string[];
}

/** @throws {UserError} it is no id */
export function demandId(what: string, id: string): void {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) && id.length <= 40) return;
  throw new UserError(`"${id}" is no id of ${what}`, {
    hint: 'ids are lower-case words with hyphens between them, of 40 characters at most, such as web-search',
  });
}

/** `web-search` as a title: `Web Search`. */
export const titleOf = (id: string): string =>
  id.replace(/(^|-)(.)/g, (_, dash, first) => (dash ? ' ' : '') + first.toUpperCase());

/**
 * A text with something put before the last place where a pattern ends it.
 *
 * @throws {Error} the text has no such place: the file is not laid out as this tool knows it
 */
export function insertedBefore(text: string, end: RegExp, added: string): string {
  const found = end.exec(text);
  if (!found) throw new Error(`a file is not laid out as expected: nothing fits ${end}`);
  return text.slice(0, found.index) + added + text.slice(found.index);
}
