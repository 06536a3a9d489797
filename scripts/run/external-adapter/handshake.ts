import { UserError } from '../../../lib/user-error.ts';
import { adapterOf, type Program } from '../../../spec/external-adapter/external-adapter.ts';

/**
 * Starts a program once for each of its columns and hears which version of the contract it speaks: what does not come so far would fail
 * every case, some after a wait.
 *
 * @param show told of every message, where messages are shown
 * @throws {UserError} it is not there, ends, says what is no message, does not answer, or speaks another version.
 */
export async function handshake(program: Program, show: (line: string) => void): Promise<void> {
  for (const providerApi of program.providerApis) {
    const { process: host } = adapterOf(program, providerApi, show);
    try {
      await host?.start();
    } catch (error) {
      throw refusal(program, error as NodeJS.ErrnoException);
    } finally {
      await host?.stop();
    }
  }
}

function refusal({ words: [name], folder }: Program, { name: kind, message, code }: NodeJS.ErrnoException): UserError {
  if (kind === 'AdapterProcessError') {
    return new UserError(`--command: the program did not answer "initialize": ${message}`, {
      hint: 'see the protocol in docs/external-adapters.md; --log-messages prints the messages',
    });
  }
  const why = kind === 'MissingPrerequisiteError' ? 'not found' : `cannot be started (${code ?? message})`;
  return new UserError(`--command: program "${name}" ${why}`, {
    hint: `use a name on PATH or a path from ${folder}; for shell syntax: sh -c '…'; for variables: env NAME=value …`,
  });
}
