import { UserError } from '../../../lib/user-error.ts';

/** Two quotes, and what is between them; what is neither a quote nor white space; white space. */
const pieces = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)|(\s+)/gsy;

/**
 * The words of a command, without a shell. White space parts them. Between single quotes all stands for itself; between double quotes
 * a backslash before a double quote or a backslash is left out. Anywhere else a backslash is one, as in paths of Windows. Pure.
 *
 * @throws {UserError} there is no word, or a quote has no end.
 */
export function modelTextOf(command: string): [program: string, ...arguments: string[]] {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  for (const [whole, double, single, plain] of command.matchAll(pieces)) {
    at += whole.length;
    const piece = double?.replace(/\\(["\\])/g, '$1') ?? single ?? plain;
    if (piece !== undefined) word = (word ?? '') + piece;
    else if (word !== undefined) words.push(word);
    if (piece === undefined) word = undefined;
  }
  if (at < command.length) {
    throw new UserError(`--command: the quote ${command[at]} at character ${at + 1} is not closed`, {
      hint: `close the quote; inside of double quotes, write a double quote as \\"`,
    });
  }
  if (word !== undefined) words.push(word);
  const [program, ...rest] = words;
  if (program) return [program, ...rest];
  throw new UserError('--command: no program named', {
    hint: `name the program and its arguments, for example --command 'python3 adapter.py'`,
  });
}
