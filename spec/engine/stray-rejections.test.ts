import { expect, test } from 'vitest';
import { heedRejections } from './stray-rejections.ts';

test('a rejection that nobody handles is told in words, one that somebody handles is not', async () => {
  const heard = heedRejections();
  void Promise.reject(new TypeError('to nobody'));
  void Promise.reject('no error');
  Promise.reject(new Error('to somebody')).catch(() => {});
  expect(await heard()).toEqual(['TypeError: to nobody', 'string: no error']);
});

test('who heard of them before hears of them again, and not of those between', async () => {
  const before = process.listeners('unhandledRejection');
  const told: unknown[] = [];
  const listener = (reason: unknown) => told.push(reason);
  process.on('unhandledRejection', listener);
  const heard = heedRejections();
  void Promise.reject(new Error('between'));
  await heard();
  expect(process.listeners('unhandledRejection')).toEqual([...before, listener]);
  process.off('unhandledRejection', listener);
  expect(told).toEqual([]);
});
