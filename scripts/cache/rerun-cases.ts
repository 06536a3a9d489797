/** Runs cases again whose outcomes are kept, in a process of its own, which needs a second less to start than those of vitest. */
import { fork } from 'node:child_process';
import { hash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { AdapterIdentity } from '../../spec/engine/case.ts';
import type { CaseSource, SuiteSettings } from '../../spec/engine/selection.ts';
import type { StoredCase } from '../../spec/results/stored-outcome.ts';
import { cacheIn } from './cache-folder.ts';

/** Cases to run. Plain data: it crosses a process boundary. */
export interface RerunRequest {
  readonly adapters: readonly Pick<AdapterIdentity, 'implementation' | 'providerApi'>[];
  /** Their `cases` are those to run. */
  readonly settings: SuiteSettings;
  readonly source: CaseSource;
}

/** How much of the last complaints of the process is repeated where it ends early, in characters. */
const lastWords = 2_000;

/** A process that runs cases again. */
export interface Rerun {
  /** Outcomes of the cases. May be called once. @throws {Error} the process ended early. */
  readonly of: (request: RerunRequest) => Promise<readonly StoredCase[]>;
  /** Ends the process, whatever it does. */
  readonly end: () => void;
}

/** Key of the adapter whose cases were run again last, `<implementation>/<provider API>`: while nothing changes, its turn is next as well. */
export const keyOfAdapter: string = hash('sha256', 'adapter whose cases were run again');

/**
 * Starts the process, which loads what it needs until it is asked: the libraries of the likely adapter take longest.
 *
 * @param folder the cache
 */
export function startRerun(folder: string, signal?: AbortSignal): Rerun {
  const outcomes = Promise.withResolvers<readonly StoredCase[]>();
  const { promise, reject } = outcomes;
  // It is thrown to whoever asks.
  promise.catch(() => {});
  // What is wrong with the folder is said where outcomes are read.
  const cache = cacheIn(resolve(folder), () => {});
  const likely = cache.get(keyOfAdapter);
  const started = fork(join(import.meta.dirname, 'rerun-process.ts'), typeof likely === 'string' ? [likely] : [], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...(signal ? { signal } : {}),
  });
  let complaints = '';
  started.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-lastWords);
  });
  started.once('message', (sent) => outcomes.resolve(sent as readonly StoredCase[]));
  started.once('error', reject);
  // After its last message this changes nothing.
  started.once('close', (code, ended) =>
    reject(new Error(`the process that runs kept cases again ended early (${ended ?? code})\n${complaints}`)),
  );
  return {
    of: (request) => {
      const [first] = request.adapters.map(({ implementation, providerApi }) => `${implementation}/${providerApi}`);
      if (first !== undefined && first !== likely) cache.put(keyOfAdapter, first);
      started.send(request, (error) => error && reject(error));
      return promise;
    },
    end: () => void started.kill(),
  };
}
