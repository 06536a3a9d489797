import timers from 'node:timers';
import { scheduler, setTimeout as sleep, setInterval as ticks } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { realTime } from '../../lib/real-time.ts';
import { onVirtualClock, quiescence, virtualClock } from './virtual-clock.ts';

const elapsed = () => virtualClock()?.elapsed;
const hangs = <T>(work: () => Promise<T>) =>
  onVirtualClock(async () => (virtualClock() ?? expect.fail('no clock')).unlessItHangs(work()));

describe('on the virtual clock', () => {
  test('every kind of wait takes its time on the clock', async () => {
    const waits: [string, () => Promise<unknown>][] = [
      ['setTimeout', () => new Promise((resolve) => setTimeout(resolve, 60_000))],
      ['node:timers', () => new Promise((resolve) => timers.setTimeout(resolve, 60_000))],
      ['promisify', () => promisify(setTimeout)(60_000)],
      ['node:timers/promises', () => sleep(60_000)],
      ['scheduler', () => scheduler.wait(60_000)],
      [
        'AbortSignal.timeout',
        () => new Promise((resolve) => AbortSignal.timeout(60_000).addEventListener('abort', resolve)),
      ],
      [
        'setInterval',
        async () => {
          let left = 6;
          await new Promise<void>((resolve) => {
            const timer = setInterval(() => (--left === 0 ? resolve(clearInterval(timer)) : undefined), 10_000);
          });
        },
      ],
      [
        'async iterator',
        async () => {
          let left = 6;
          for await (const _ of ticks(10_000)) if (--left === 0) return;
        },
      ],
    ];
    for (const [name, wait] of waits) {
      const passed = await onVirtualClock(async () => {
        const [date, monotonic] = [Date.now(), performance.now()];
        await wait();
        return [
          elapsed(),
          Date.now() - date,
          Date.now() - date,
          performance.now() - monotonic,
          virtualClock()?.timersLeft(),
        ];
      });
      expect(passed, name).toEqual([60_000, 60_000, 60_000, 60_000, 0]);
    }
  });

  test('timers fire in the order of their time, each in its own turn, in the context that set it', async () => {
    const seen: string[] = [];
    await onVirtualClock(async () => {
      setTimeout(() => seen.push('late'), 20);
      setTimeout(() => {
        seen.push('early');
        void Promise.resolve().then(() => setImmediate(() => seen.push('after early')));
      }, 10);
      setTimeout(() => seen.push('same time'), 10);
      await sleep(30);
    });
    expect(seen).toEqual(['early', 'after early', 'same time', 'late']);
  });

  test('a timer is an object as that of Node.js', async () => {
    const outcome = await onVirtualClock(async () => {
      const clock = virtualClock();
      const timer = setTimeout(() => {}, 10);
      const one = [
        timer.hasRef(),
        timer.unref().hasRef(),
        clock?.timersLeft(),
        timer.ref() === timer,
        clock?.timersLeft(),
      ];
      timer.refresh();
      clearTimeout(+timer);
      const byNumber = clock?.timersLeft();
      const other = setTimeout(() => {}, 10).close();
      setInterval(() => {}, 10)[Symbol.dispose]();
      clearTimeout(other);
      clearTimeout(undefined);
      return [...one, byNumber, clock?.timersLeft()];
    });
    expect(outcome).toEqual([true, false, 0, true, 1, 0, 0]);
  });

  test('a wait can be aborted', async () => {
    const giving = new AbortController();
    await onVirtualClock(async () => {
      setTimeout(() => giving.abort('enough'), 10);
      await expect(sleep(1000, 'value', { signal: giving.signal })).rejects.toMatchObject({
        name: 'AbortError',
        code: 'ABORT_ERR',
        cause: 'enough',
      });
      await expect(sleep(1000, 'value', { signal: giving.signal })).rejects.toMatchObject({ name: 'AbortError' });
      expect([elapsed(), virtualClock()?.timersLeft()]).toEqual([10, 0]);
    });
  });

  test('time does not pass while the thread pool works', async () => {
    const late = await onVirtualClock(async () => {
      const limit = AbortSignal.timeout(1);
      for (let n = 0; n < 20; n++) {
        await crypto.subtle.digest('SHA-256', new Uint8Array(100_000));
        await promisify(gzip)(Buffer.alloc(100_000));
      }
      return limit.aborted;
    });
    expect(late).toBe(false);
  });

  test('random numbers are the same on each clock, and those of Node.js behind it', async () => {
    const draw = () => onVirtualClock(async () => [Math.random(), Math.random()]);
    const [first, second] = [await draw(), await draw()];
    expect(first).toEqual(second);
    expect(first[0]).not.toBe(first[1]);
    expect([Math.random(), Math.random()]).not.toEqual(first);
  });

  test('quiescence comes when all is done that waits for no timer, and before the next timer', async () => {
    const seen: string[] = [];
    await onVirtualClock(async () => {
      setTimeout(() => seen.push('timer'), 1);
      void crypto.subtle.digest('SHA-256', new Uint8Array(1000)).then(() => setImmediate(() => seen.push('work')));
      await quiescence(60_000);
      seen.push('quiet');
    });
    expect(seen).toEqual(['work', 'quiet']);
  });

  test('what nothing can end hangs: no timer is set', async () => {
    await expect(hangs(() => new Promise(() => {}))).rejects.toMatchObject({
      name: 'HangError',
      message: 'every response was delivered, and no timer is set',
    });
  });

  test.each([
    ['after so many timers', 1000, 'it still waits after 20000 timers'],
    ['after so much time', 3_600_000, 'it still waits after 48 hours on the virtual clock'],
  ])('a poll without an end hangs, %s', async (_, delay, message) => {
    await expect(
      hangs(async () => {
        for (;;) await sleep(delay);
      }),
    ).rejects.toMatchObject({ name: 'HangError', message });
  });

  test('a timer that is left runs no more when the clock is gone, and can be cleared', async () => {
    let ran = false;
    const timer = await onVirtualClock(async () =>
      setTimeout(() => {
        ran = true;
      }, 1),
    );
    await new Promise((resolve) => realTime.setTimeout(resolve, 2));
    clearTimeout(timer);
    expect(ran).toBe(false);
  });
});

test('without a virtual clock, timers and dates are those of Node.js', async () => {
  const timer = setTimeout(() => {}, 1000);
  expect(timer.constructor.name).toBe('Timeout');
  clearTimeout(timer);
  expect(Math.abs(Date.now() - realTime.Date.now())).toBeLessThan(60_000);
  expect(await sleep(1, 'value')).toBe('value');
  expect(AbortSignal.timeout(1000).aborted).toBe(false);
});

test('dates are of one kind, whoever makes them', () => {
  const given = new Date('2026-11-25T00:00:00Z');
  expect(given).toBeInstanceOf(realTime.Date);
  expect(new realTime.Date()).toBeInstanceOf(Date);
  expect(given.constructor).toBe(Date);
  expect([Date.name, Date.length, typeof Date(), Date.UTC(2026, 10, 25)]).toEqual([
    'Date',
    7,
    'string',
    given.getTime(),
  ]);
  class Day extends Date {}
  expect(new Day(0)).toBeInstanceOf(Day);
});
