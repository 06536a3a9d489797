import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { didYouMean } from '../lib/did-you-mean.ts';
import { UserError } from '../lib/user-error.ts';
import type { Adapter } from '../spec/contract/index.ts';
import { compareCorpus } from '../spec/corpus/compare-corpus.ts';
import { isFaithful } from '../spec/corpus/corpus-report.ts';
import { discoverAdapters, repositoryFolder } from '../spec/engine/discover.ts';
import { corpusText } from './corpus-text.ts';
import { colours } from './terminal-colors.ts';

export interface CompareCorpusRequest {
  readonly directories: string | undefined;
  readonly provider: string | undefined;
  readonly implementation: string;
  readonly json: boolean;
}

/**
 * Reads a corpus of real traffic with the adapters of one implementation.
 *
 * @returns what to print, and the exit code: 0 when something was read and nothing of it was lost, changed or invented.
 * @throws {UserError} the corpus, the provider API or the implementation is not there.
 */
export async function compareCorpusWith(request: CompareCorpusRequest): Promise<{ text: string; exitCode: number }> {
  const { directories, provider, implementation, json } = request;
  const reading = await compareCorpus({ directories, provider, adapterFor: await adaptersOf(implementation) });
  const { providers } = reading;
  return {
    text: json ? `${JSON.stringify(reading, null, 2)}\n` : corpusText(reading, colours),
    exitCode: providers.length > 0 && providers.every(isFaithful) ? 0 : 1,
  };
}

async function adaptersOf(implementation: string) {
  const adapters = await discoverAdapters();
  const implementations = [...new Set(adapters.map((adapter) => adapter.implementation))];
  if (!implementations.includes(implementation)) {
    throw new UserError(`--adapter: unknown implementation "${implementation}"`, {
      hint: didYouMean(implementation, implementations),
    });
  }
  return async (providerApi: string): Promise<Adapter | { reason: string }> => {
    const known = adapters.some((a) => a.implementation === implementation && a.providerApi === providerApi);
    if (!known) return { reason: `"${implementation}" has no adapter for it` };
    const path = join(repositoryFolder, 'adapters', implementation, providerApi, 'adapter.ts');
    const { adapter } = (await import(pathToFileURL(path).href)) as { adapter: Adapter };
    return adapter;
  };
}
