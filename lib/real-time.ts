/**
 * Timers of the system. Only this file sets them: the timers of `globalThis` and `node:timers` run on a virtual clock while a recording
 * is replayed, and a wait in real time makes a result depend on the load of the machine.
 */
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

// On the global object: under vitest a module may be loaded again in the same process, when the virtual clock has replaced the timers.
const key = Symbol.for('agent-tools-conformance.real-time');
const holder = globalThis as { [key]?: ReturnType<typeof captured> };
const captured = () => ({
  setTimeout: timers.setTimeout,
  setInterval: timers.setInterval,
  clearTimeout: timers.clearTimeout,
  sleep: timersPromises.setTimeout,
  interval: timersPromises.setInterval,
  abortAfter: AbortSignal.timeout.bind(AbortSignal),
  now: performance.now.bind(performance),
  Date: globalThis.Date,
  random: Math.random,
});
holder[key] ??= captured();

/** Timers, time and random numbers as Node.js has them, whatever has replaced the globals since. */
export const realTime = holder[key];

/** Calls `act` after some milliseconds. @returns a function that cancels it */
export function after(milliseconds: number, act: () => void): () => void {
  const timer = realTime.setTimeout(act, milliseconds);
  return () => realTime.clearTimeout(timer);
}

/** Waits for some milliseconds, or until the signal is aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await realTime.sleep(milliseconds, undefined, signal ? { signal } : {}).catch(() => {});
}
