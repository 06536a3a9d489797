import timers from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { Hurry } from './hurried.ts';

test('waits are counted and take no time, whoever sets them; limits and what is not asked for stay', async () => {
  const usual = [globalThis.setTimeout, timers.setTimeout] as const;
  const hurry = new Hurry();
  const stop = hurry.start();
  try {
    hurry.isOn = true;
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    await new Promise((resolve) => timers.setTimeout(resolve, 30_000));
    await promisify(setTimeout)(20_000);
    const { setTimeout: live } = await import('node:timers/promises');
    await live(10_000);
    expect(hurry.waited).toBe(120_000);
    clearTimeout(setTimeout(() => {}, 600_000));
    hurry.isOn = false;
    clearTimeout(setTimeout(() => {}, 60_000));
    expect(hurry.waited).toBe(120_000);
  } finally {
    stop();
  }
  expect([globalThis.setTimeout, timers.setTimeout]).toEqual(usual);
  await sleep(0);
});
