/** Waits before another try take minutes: they are counted, and take no time. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

/** From the shortest that anybody waits before another try to the longest, in milliseconds: other timers are limits, which stay. */
const waits = { least: 50, most: 120_000 };

/** Counts and shortens timers while it is asked to. */
export class Hurry {
  /** Milliseconds that would have passed. */
  waited = 0;
  isOn = false;
  readonly #usual = { global: globalThis.setTimeout, timers: timers.setTimeout, promises: timersPromises.setTimeout };

  /** @returns what puts back the usual timers */
  start(): () => void {
    const { global, timers: ofNode, promises } = this.#usual;
    const shortened = (delay: number | undefined): number | undefined => {
      if (!this.isOn || delay === undefined || delay < waits.least || delay > waits.most) return delay;
      this.waited += delay;
      return 0;
    };
    const hurried = <F extends typeof globalThis.setTimeout>(setTimeout: F): F =>
      Object.assign((act: () => void, delay?: number, ...rest: []) => setTimeout(act, shortened(delay), ...rest), {
        ...setTimeout,
        [Symbol.for('nodejs.util.promisify.custom')]: (delay?: number, ...rest: [unknown?, object?]) =>
          promises(shortened(delay), ...rest),
      }) as F;
    globalThis.setTimeout = hurried(global);
    timers.setTimeout = hurried(ofNode);
    timersPromises.setTimeout = ((delay?: number, ...rest: [unknown?, object?]) =>
      promises(shortened(delay), ...rest)) as typeof promises;
    syncBuiltinESMExports();
    return () => {
      globalThis.setTimeout = global;
      timers.setTimeout = ofNode;
      timersPromises.setTimeout = promises;
      syncBuiltinESMExports();
    };
  }
}
