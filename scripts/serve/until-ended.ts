import { visible } from '../../files/visible.ts';
import { certificateFile, ended } from './process.ts';
import { type ServedProvider, serveProvider } from './provider.ts';
import { shellWord } from './text.ts';

/**
 * Stands for a provider with everything that is recorded of it, says how to record from it, and what it is asked. Returns when it was
 * told to end.
 *
 * @throws {UserError} there is no such provider API, or the port is taken.
 */
export async function serveProviderUntilEnded(
  request: Omit<ServedProvider, 'onRequest'> & { print(line: string): void; readonly signal: AbortSignal },
): Promise<void> {
  const { providerApi, print, signal } = request;
  const onRequest = (asked: string, problem?: string) =>
    print(visible(problem === undefined ? asked : `${asked}\n  → not answered, connection closed: ${problem}`));
  const served = await serveProvider({ ...request, onRequest });
  const trust = served.ca === undefined ? undefined : await certificateFile(served.ca);
  try {
    const endpoints = Object.entries(served.endpoints).map(
      ([name, url]) => ` --endpoint ${shellWord(`${name}=${url}`)}`,
    );
    print(`all that is recorded of ${providerApi}, each conversation at a place of its own:\n  ${served.baseUrl}\n`);
    if (trust) print(`Node trusts it with\n  export NODE_EXTRA_CA_CERTS=${shellWord(trust.path)}\n`);
    print(
      `Record from it (any key will do) with\n  npm run atc -- record --provider ${providerApi} --base-url ${shellWord(served.baseUrl)}${endpoints.join('')} --into recorded\n`,
    );
    await ended(signal);
  } finally {
    await served.close();
    await trust?.remove();
  }
}
