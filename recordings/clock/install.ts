/** Timers, time and random numbers of this process, which follow the virtual clock while there is one. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { realTime } from '../../lib/real-time.ts';
import { type VirtualTimer, virtualClock } from './virtual-clock.ts';

type Callback = (...given: unknown[]) => void;
type Options = { readonly signal?: AbortSignal; readonly ref?: boolean };

const key = Symbol.for('agent-tools-conformance.virtual-clock-installed');
const store = globalThis as { [key]?: true };

/**
 * Puts timers, `Date`, `performance.now` and `Math.random` that follow the virtual clock in the place of those of this process, for good.
 * Without a clock they are the ones they replace. It has to come before libraries that keep what they find as they are loaded. A second
 * call changes nothing.
 */
export function installClock(): void {
  if (store[key]) return;
  store[key] = true;
  const all = { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear };
  Object.assign(globalThis, all, { Date: FollowingDate });
  Object.assign(timers, all);
  Object.assign(timersPromises, { setTimeout: sleep, setInterval: interval });
  timersPromises.scheduler.wait = (delay, options) => sleep(delay, undefined, options as Options) as Promise<void>;
  AbortSignal.timeout = abortAfter;
  performance.now = () => virtualClock()?.elapsed ?? realTime.now();
  Math.random = () => virtualClock()?.random() ?? realTime.random();
  Object.defineProperty(realTime.Date.prototype, 'constructor', { value: FollowingDate });
  syncBuiltinESMExports();
}

const setTimeout = Object.assign(
  (callback: Callback, delay?: number, ...given: unknown[]) =>
    virtualClock()?.setTimeout(callback, delay, given) ?? realTime.setTimeout(callback, delay, ...given),
  { [promisify.custom]: (delay?: number, value?: unknown, options?: Options) => sleep(delay, value, options) },
);

const setInterval = (callback: Callback, delay?: number, ...given: unknown[]) =>
  virtualClock()?.setInterval(callback, delay, given) ?? realTime.setInterval(callback, delay, ...given);

/** Clears a timer of either kind, also one of a clock that is no longer there. */
function clear(timer?: VirtualTimer | NodeJS.Timeout | number | string | null): void {
  if (typeof timer === 'object' && timer !== null && 'refed' in timer) (timer as VirtualTimer).close();
  else if (Number(timer) >= firstId) virtualClock()?.clear(Number(timer));
  else realTime.clearTimeout(timer as NodeJS.Timeout);
}

/** Number of the first timer of a virtual clock: those of Node.js never come so far. */
const firstId = 1e12;

function sleep<T>(delay?: number, value?: T, options: Options = {}): Promise<T> {
  const clock = virtualClock();
  if (!clock) return realTime.sleep(delay, value, options) as Promise<T>;
  const { signal, ref = true } = options;
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      timer.close();
      reject(Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), abortError));
    };
    const end = () => {
      signal?.removeEventListener('abort', giveUp);
      resolve(value as T);
    };
    const timer = clock.setTimeout(end, delay, []);
    if (!ref) timer.unref();
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** Members by which an error of Node.js is known as the abort of a wait. */
const abortError = { name: 'AbortError', code: 'ABORT_ERR' };

async function* interval<T>(delay?: number, value?: T, options: Options = {}): AsyncGenerator<T> {
  if (!virtualClock()) yield* realTime.interval(delay, value, options) as AsyncIterable<T>;
  else for (;;) yield await sleep(delay, value as T, options);
}

function abortAfter(milliseconds: number): AbortSignal {
  const clock = virtualClock();
  if (!clock) return realTime.abortAfter(milliseconds);
  const controller = new AbortController();
  const error = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  clock.setTimeout(() => controller.abort(error()), milliseconds, []).unref();
  return controller.signal;
}

/** `Date`, but that the time is the clock's. Dates are the same kind of object as before. */
const FollowingDate = function (...given: readonly unknown[]): Date | string {
  const time = given.length === 0 ? [virtualClock()?.now ?? realTime.Date.now()] : given;
  if (!new.target) return new realTime.Date(FollowingDate.now()).toString();
  return Reflect.construct(realTime.Date, time, new.target);
} as unknown as DateConstructor;
Object.setPrototypeOf(FollowingDate, realTime.Date);
Object.assign(FollowingDate, { now: () => virtualClock()?.now ?? realTime.Date.now() });
Object.defineProperties(FollowingDate, {
  prototype: { value: realTime.Date.prototype },
  name: { value: 'Date' },
  length: { value: realTime.Date.length },
});
