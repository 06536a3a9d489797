/** Promises that are rejected while nobody handles them: unless told otherwise, Node ends a process with the first. */
import { setImmediate } from 'node:timers/promises';
import { observeError } from './observe-error.ts';

const event = 'unhandledRejection';

/**
 * Hears of them instead of those who did so far.
 *
 * @returns what gives these back their place, and says what was heard, in words: once all that has happened by then is known
 */
export function heedRejections(): () => Promise<readonly string[]> {
  const heard: string[] = [];
  const heed = (reason: unknown) => {
    const { name, message } = observeError(reason);
    heard.push(`${name}: ${message}`);
  };
  const others = process.listeners(event);
  process.removeAllListeners(event).on(event, heed);
  return async () => {
    // Node tells of them when the turn is over in which they were rejected.
    await setImmediate();
    process.off(event, heed);
    for (const other of others) process.on(event, other);
    return heard;
  };
}
