import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { putBack, StrayRejections, sharedPrototypes } from './unhandled-rejections.ts';

/** What everybody else in the process is told of. Vitest fails a run for what it alone is told of. */
let told: unknown[] = [];
beforeEach(() => {
  told = [];
  const listener = (reason: unknown) => void told.push(reason);
  process.on('unhandledRejection', listener);
  onTestFinished(() => void process.off('unhandledRejection', listener));
});

const reject = (message: string) => void Promise.reject(new TypeError(message));

/** @returns what a conversation left, that does this */
async function leftBy(what: string, play: () => void | Promise<void>) {
  const strays = new StrayRejections(what);
  await strays.during(async () => play());
  return strays.end();
}

test('what a conversation leaves is told of it and of nobody else', async () => {
  const listeners = process.rawListeners('unhandledRejection');
  const two = () => {
    reject('a');
    reject('b');
  };
  expect(await leftBy('one', two)).toEqual(['TypeError: a', 'TypeError: b']);
  expect(await leftBy('another', () => {})).toEqual([]);
  expect(told).toEqual([]);
  expect(process.rawListeners('unhandledRejection')).toEqual(listeners);
});

test('what is handled in time was handled', async () => {
  const play = async () => {
    const rejected = Promise.reject(new Error('seen'));
    await Promise.resolve();
    await rejected.catch(() => {});
  };
  expect(await leftBy('one', play)).toEqual([]);
});

test('what is no error is told as well', async () => {
  expect(await leftBy('one', () => void Promise.reject('no error'))).toEqual(['string: no error']);
});

test('what surfaces when another conversation is played is told to the process, by the name of its own', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  expect(await leftBy('the first', () => void promise.then(() => reject('late')))).toEqual([]);
  const another = await leftBy('the second', async () => {
    resolve();
    await setImmediate();
    reject('own');
  });
  expect(another).toEqual(['TypeError: own']);
  expect(told.map(String)).toEqual([
    'Error: after the first, there was an unhandled promise rejection (TypeError: late)',
  ]);
});

test('what surfaces when nothing is played is told to the process', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  expect(await leftBy('one', () => void promise.then(() => reject('late')))).toEqual([]);
  resolve();
  await setImmediate();
  expect(told.map(String)).toEqual(['TypeError: late']);
});

test('what was added or changed is told, and is gone', () => {
  const before = sharedPrototypes();
  const { slice } = Array.prototype;
  Reflect.set(Object.prototype, 'polluted', true);
  Reflect.set(Function.prototype, 'call', () => 'not what you called');
  Reflect.defineProperty(Array.prototype, 'slice', { get: () => slice, configurable: true });
  expect(putBack(before)).toEqual([
    'Object.prototype.polluted was added',
    'Array.prototype.slice was changed',
    'Function.prototype.call was changed',
  ]);
  expect('polluted' in {}).toBe(false);
  expect([[1].slice(), Math.max.call(null, 1)]).toEqual([[1], 1]);
  expect(putBack(before)).toEqual([]);
});

test('where nothing was done, nothing is told', () => {
  expect(putBack(sharedPrototypes())).toEqual([]);
});
