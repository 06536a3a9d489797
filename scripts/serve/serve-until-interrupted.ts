import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { Tell } from './event.ts';
import { certificateFile, ended } from './process.ts';
import { type ServedProvider, serveProvider } from './provider.ts';
import { shellWord, trustText } from './text.ts';

/**
 * Stands for a provider with everything that is recorded of it, says how to record from it, and what it is asked. Returns when it was
 * told to end.
 *
 * @throws {UserError} there is no such provider API, or the port is taken.
 */
export async function serveProviderUntilEnded(
  request: Omit<ServedProvider, 'onRequest'> & { readonly tell: Tell; readonly signal: AbortSignal },
): Promise<void> {
  const { providerApi, tell, signal } = request;
  const onRequest = (asked: string, problem?: string) =>
    problem === undefined
      ? tell({ event: 'request', asked }, escapeControl(asked))
      : tell(
          { event: 'request', asked, problem },
          escapeControl(`${asked}\n  → no response, connection closed: ${problem}`),
        );
  const served = await serveProvider({ ...request, onRequest });
  const trust = served.ca === undefined ? undefined : await certificateFile(served.ca);
  try {
    const { baseUrl, endpoints } = served;
    const options = Object.entries(endpoints).map(([name, url]) => ` --base-url ${shellWord(`${name}=${url}`)}`);
    const words = [
      `all recordings of ${providerApi}, one path for each conversation:\n  ${baseUrl}`,
      ...(trust ? [trustText(trust.path)] : []),
      `Record from it (any key works) with\n  npm run atc -- record ${providerApi} --base-url ${shellWord(baseUrl)}${options.join('')} --out recorded\n`,
    ];
    const certificate = trust ? { certificate: trust.path } : {};
    tell({ event: 'ready', providerApi, baseUrl, endpoints, ...certificate }, words.join('\n\n'));
    await ended(signal);
    tell({ event: 'ended' }, 'ended');
  } finally {
    await served.close();
    await trust?.remove();
  }
}
