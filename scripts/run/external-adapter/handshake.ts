import { UserError } from '../../../lib/user-error.ts';
import { adapterOf, type Program } from '../../../spec/external-adapter/external-adapter.ts';

/**
 * Starts a program once for each of its provider APIs and reads its version of the contract: without this handshake every case would fail,
 * some of them late.
 *
 * @param show receives every message if messages are logged
 * @throws {UserError} the program is missing, ends, writes an invalid message, does not respond, or has another version.
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
