/** Time that passes only when nothing else can happen: a wait costs nothing, and a hang is known without waiting for it. */
import { AsyncResource } from 'node:async_hooks';
import { createClock } from '@sinonjs/fake-timers';
import { pause, realTime } from '../../lib/real-time.ts';
import { seededRandom } from '../../lib/sample.ts';
import { OpenWork } from './open-work.ts';

/** Time at which each clock begins, in milliseconds since 1970. Any time would do, but always the same. */
const epoch = Date.UTC(2026, 10, 18, 12);

/** Turns of the event loop without any open work, after which only a timer can make something happen. */
const quietTurns = 5;

/** Turns with open work after which the loop waits between two turns, so that it takes no processor from the thread pool. */
const patientTurns = 200;

/** Bounds of what one conversation may wait for: without them a poll that never ends would never be over. */
const longest = { timers: 20_000, milliseconds: 48 * 60 * 60 * 1000 };

/** Longest time that work may stay open in real time, in milliseconds: no clock can tell whether it still ends. */
const longestWork = 60_000;

/** A timer as Node.js returns it. */
export interface VirtualTimer {
  ref(): this;
  unref(): this;
  hasRef(): boolean;
  refresh(): this;
  close(): this;
  [Symbol.toPrimitive](): number;
  [Symbol.dispose](): void;
}

type Callback = (...given: unknown[]) => void;

/** Nothing is left that could end the conversation. */
class HangError extends Error {
  override readonly name = 'HangError';
}

// On the global object, because it concerns the whole process: under vitest a module may be loaded twice in one.
const key = Symbol.for('agent-tools-conformance.virtual-clock');
const holder = globalThis as { [key]?: VirtualClock | undefined };

/** The clock that the process runs on now; `undefined` in real time. */
export const virtualClock = (): VirtualClock | undefined => holder[key];

/**
 * Runs `act` on a virtual clock, of which the whole process takes its timers and the time: a new one, unless there is one. Time passes
 * whenever nothing else goes on.
 *
 * @throws whatever `act` throws.
 */
export async function onVirtualClock<T>(act: () => Promise<T>): Promise<T> {
  if (holder[key]) return act();
  const clock = new VirtualClock();
  holder[key] = clock;
  try {
    return await clock.run(act);
  } finally {
    holder[key] = undefined;
  }
}

/**
 * Returns when nothing goes on any more that does not wait for a timer. In real time nobody knows that: there it returns after some
 * milliseconds, or when the signal is aborted.
 */
export function quiescence(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return virtualClock()?.quiescence() ?? pause(milliseconds, signal);
}

export class VirtualClock {
  readonly #clock = createClock(epoch);
  readonly #work = new OpenWork();
  readonly #timers: VirtualTimer[] = [];
  readonly #random = seededRandom(1);
  #quiet: (() => void)[] = [];
  readonly #hangs = new Set<(error: Error) => void>();
  #fired = 0;
  #hasEnded = false;

  /** Milliseconds since 1970, on this clock. */
  get now(): number {
    return this.#clock.now;
  }

  /** Milliseconds since this clock began. */
  get elapsed(): number {
    return this.#clock.now - epoch;
  }

  /** Numbers of `Math.random`: the same on each clock. */
  random(): number {
    return this.#random();
  }

  setTimeout(callback: Callback, delay: unknown, given: readonly unknown[]): VirtualTimer {
    return this.#timer(this.#clock.setTimeout(inContext(callback), delayOf(delay), ...given));
  }

  setInterval(callback: Callback, delay: unknown, given: readonly unknown[]): VirtualTimer {
    return this.#timer(this.#clock.setInterval(inContext(callback), delayOf(delay), ...given));
  }

  /** Returns when some milliseconds have passed. Such a wait is nothing that anybody leaves behind. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.setTimeout(() => resolve(), milliseconds, []).unref());
  }

  clear(timer: VirtualTimer | number): void {
    this.#clock.clearTimeout(timer as never);
  }

  /** How many timers are set that would keep a process from ending. */
  timersLeft(): number {
    return this.#timers.filter((timer) => this.#isSet(timer) && timer.hasRef()).length;
  }

  /** Returns when nothing goes on any more that does not wait for a timer. */
  quiescence(): Promise<void> {
    return new Promise((resolve) => this.#quiet.push(resolve));
  }

  /** The result of `work`. @throws {HangError} nothing is left that could end it. */
  async unlessItHangs<T>(work: Promise<T>): Promise<T> {
    const { promise: hang, reject } = Promise.withResolvers<never>();
    this.#hangs.add(reject);
    try {
      return await Promise.race([work, hang]);
    } finally {
      this.#hangs.delete(reject);
    }
  }

  async run<T>(act: () => Promise<T>): Promise<T> {
    this.#work.watch();
    const done = act().finally(() => {
      this.#hasEnded = true;
    });
    // It is thrown below.
    done.catch(() => {});
    try {
      for (let quiet = 0, busy = 0, since = 0; !this.#hasEnded; ) {
        await this.#work.turn();
        if (!this.#work.isOpen()) {
          busy = 0;
          if (++quiet < quietTurns) continue;
          quiet = 0;
          this.#advance();
          continue;
        }
        quiet = 0;
        if (++busy < patientTurns) continue;
        if (busy === patientTurns) since = realTime.now();
        await pause(1);
        if (realTime.now() - since > longestWork) {
          this.#hang(`${this.#work.kinds().join(', ')} still goes on after ${longestWork / 1000} s`);
        }
      }
      return await done;
    } finally {
      this.#work.unwatch();
    }
  }

  /** Does the next thing that can happen when nothing goes on. */
  #advance(): void {
    if (this.#hasEnded) return;
    const waiting = this.#quiet;
    this.#quiet = [];
    if (waiting.length > 0) for (const resolve of waiting) resolve();
    else if (this.#clock.countTimers() === 0) this.#hang('every response was delivered, and no timer is set');
    else if (this.#fired >= longest.timers) this.#hang(`it still waits after ${longest.timers} timers`);
    else if (this.elapsed > longest.milliseconds) this.#hang('it still waits after 48 hours on the virtual clock');
    else this.#fire();
  }

  #fire(): void {
    this.#fired += 1;
    try {
      this.#clock.next();
    } catch (error) {
      // As Node.js does it: it belongs to no call.
      process.nextTick(() => {
        throw error;
      });
    }
  }

  /** @throws {Error} the conversation is over, and what ends it hangs. */
  #hang(why: string): void {
    if (this.#hangs.size === 0) throw new Error(`the end of a conversation hangs: ${why}`);
    for (const reject of this.#hangs) reject(new HangError(why));
  }

  #timer(timer: unknown): VirtualTimer {
    const close = (): VirtualTimer => {
      this.clear(made);
      return made;
    };
    const made = Object.assign(timer as object, { close, [Symbol.dispose]: close }) as unknown as VirtualTimer;
    this.#timers.push(made);
    return made;
  }

  #isSet(timer: VirtualTimer): boolean {
    return (this.#clock as unknown as { timers?: Map<number, unknown> }).timers?.has(+timer) ?? false;
  }
}

/** The callback in the async context that set it; what is no function is left to whom it is given. */
function inContext(callback: Callback): Callback {
  if (typeof callback !== 'function') return callback;
  // `AsyncLocalStorage.bind` gives the function properties besides, which takes longer than all of the timer.
  const context = new AsyncResource('Timeout', { requireManualDestroy: true });
  return (...given) => context.runInAsyncScope(callback, undefined, ...given);
}

/** A delay as Node.js takes it: at least a millisecond. */
function delayOf(delay: unknown): number {
  const milliseconds = Math.trunc(Number(delay));
  return Math.max(milliseconds, 1);
}
