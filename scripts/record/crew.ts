import { Worker } from 'node:worker_threads';
import { pause } from '../../files/real-time.ts';
import { secretsOfEnvironment, tellable } from '../../recordings/scrub/known-secrets.ts';
import type { Case } from '../../spec/engine/case.ts';
import type { FromThread, Result, ThreadData, ToThread } from './thread-messages.ts';

/** Longest that conversations are waited for when they were told to end, in milliseconds: they remove what they made. */
const patience = 15_000;

type OnExchange = (made: readonly string[]) => void;

/** Threads that record conversations with one provider API, made when they are needed. */
export class Crew {
  readonly #data: ThreadData;
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Promise<Result>>();
  #isEnding = false;

  constructor(data: ThreadData) {
    this.#data = data;
  }

  /**
   * Records one conversation, once. Never throws: a thread that dies is what came of it.
   *
   * @param ids what resources are called at the provider, by the names that the scenario has for them
   * @param onExchange told with every exchange what the conversation has made at the provider by then, and not removed
   */
  async record(theCase: Case, ids: ReadonlyMap<string, string>, onExchange: OnExchange): Promise<Result> {
    const thread = this.#idle.pop() ?? this.#newThread();
    const { promise, resolve } = Promise.withResolvers<Result>();
    this.#busy.set(thread, promise);
    const ended = (reason: string, kind: 'failed' | 'not tried' = 'failed') => resolve({ kind, reason });
    let isAlive = true;
    const onMessage = (message: FromThread) => {
      if (message.kind === 'exchange') onExchange(message.made);
      else resolve(message.result);
    };
    const onError = (error: Error) => {
      isAlive = false;
      ended(
        `the thread that recorded it died: ${tellable(error.message, secretsOfEnvironment(this.#data.environment))}`,
      );
    };
    const onExit = () => {
      isAlive = false;
      ended('it was ended before it was over', this.#isEnding ? 'not tried' : 'failed');
    };
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    const say: ToThread = { kind: 'record', theCase, ids };
    thread.postMessage(say);
    const result = await promise;
    thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    this.#busy.delete(thread);
    if (isAlive) this.#idle.push(thread);
    return result;
  }

  /** Of a thread that dies with nothing to do nobody hears: the process would end with its error, as it came from an SDK. */
  #newThread(): Worker {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#data });
    const forget = () => {
      const place = this.#idle.indexOf(thread);
      if (place >= 0) this.#idle.splice(place, 1);
    };
    return thread.on('error', () => {}).on('exit', forget);
  }

  /** Tells conversations to end, and waits until they have removed what they made; some seconds at most. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    const say: ToThread = { kind: 'stop' };
    for (const thread of this.#busy.keys()) thread.postMessage(say);
    const waiting = new AbortController();
    await Promise.race([Promise.allSettled(this.#busy.values()), pause(patience, waiting.signal)]);
    waiting.abort();
    await this.close();
  }

  /** Ends all threads, whatever they do. */
  async close(): Promise<void> {
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((thread) => thread.terminate()));
  }
}
