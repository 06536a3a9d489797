import { createInterface } from 'node:readline/promises';
import { UserError } from '../../files/user-error.ts';

/**
 * Asks a question at the terminal; only `y` and `yes` are a yes.
 *
 * @throws {UserError} there is no terminal to ask at.
 */
export async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UserError('recording costs money, and there is nobody to ask', {
      hint: 'add --yes, or --dry-run to see what would be called',
    });
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim());
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}
