/** Runs cases again whose outcomes are kept, in a process of its own, which needs a second less to start than those of vitest. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { AdapterIdentity } from '../../spec/engine/case.ts';
import type { CaseSource, SuiteSettings } from '../../spec/engine/selection.ts';
import type { StoredCase } from '../../spec/results/stored-outcome.ts';

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

/** Starts the process, which loads what it needs until it is asked. */
export function startRerun(signal?: AbortSignal): Rerun {
  const { promise, resolve, reject } = Promise.withResolvers<readonly StoredCase[]>();
  // It is thrown to whoever asks.
  promise.catch(() => {});
  const started = fork(join(import.meta.dirname, 'rerun-process.ts'), {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...(signal ? { signal } : {}),
  });
  let complaints = '';
  started.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-lastWords);
  });
  started.once('message', (outcomes) => resolve(outcomes as readonly StoredCase[]));
  started.once('error', reject);
  // After its last message this changes nothing.
  started.once('close', (code, ended) =>
    reject(new Error(`the process that runs kept cases again ended early (${ended ?? code})\n${complaints}`)),
  );
  return {
    of: (request) => {
      started.send(request, (error) => error && reject(error));
      return promise;
    },
    end: () => void started.kill(),
  };
}
