import { createRequire } from 'node:module';
import timers from 'node:timers';

const require = createRequire(import.meta.url);

/**
 * Loads Polly's adapter for `node:http`, and nock beneath it, which takes `setTimeout` from `node:timers` as it is loaded and for good.
 *
 * It waits by it for no time at all before an answer begins, and once more before its body does; a timer cannot be shorter than a
 * millisecond, so that most of a run would be these. Its two steps still are turns of the event loop, but the next ones. What asks for
 * time, gets it. Loaded at once, so that nobody else sees what `node:timers` is meanwhile.
 */
export function loadNodeHttpAdapter(): unknown {
  const { setTimeout } = timers;
  const atOnce = (callback: () => void, milliseconds = 0): object =>
    milliseconds > 0 ? setTimeout(callback, milliseconds) : setImmediate(callback);
  timers.setTimeout = atOnce as unknown as typeof setTimeout;
  try {
    return require('@pollyjs/adapter-node-http');
  } finally {
    timers.setTimeout = setTimeout;
  }
}
