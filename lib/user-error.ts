import { relative } from 'node:path';

/**
 * An error that the user can correct: a flag, a file, a missing cassette.
 *
 * Printed without a stack trace, with a non-zero exit code. The message names the object and the problem; `where` is the position
 * (`path:line:column`), `hint` the next step of the user.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly where: string | undefined;
  readonly hint: string | undefined;

  constructor(message: string, place: { where?: string; hint?: string } = {}) {
    super(message);
    this.where = place.where;
    this.hint = place.hint;
  }

  /** The error as the command line prints it: position, message and hint. */
  override toString(): string {
    const head = this.where ? `${this.where}: ${this.message}` : this.message;
    return this.hint ? `${head}\n  → ${this.hint}` : head;
  }
}

/** A path as the messages show it: relative to the working directory, with forward slashes. */
export function displayPath(path: string): string {
  const shown = relative(process.cwd(), path);
  return (shown.startsWith('..') ? path : shown).replaceAll('\\', '/');
}
