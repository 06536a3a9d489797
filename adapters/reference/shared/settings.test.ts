import { afterEach, expect, test, vi } from 'vitest';
import { withoutVariable } from './settings.ts';

afterEach(() => void vi.unstubAllEnvs());

const look = () => process.env.ATC_TEST ?? 'not set';

test('the variable is away for as long as it takes, and no longer', () => {
  vi.stubEnv('ATC_TEST', 'set');
  expect(withoutVariable('ATC_TEST', look)).toBe('not set');
  expect(look()).toBe('set');
});

test('it comes back after an error', () => {
  vi.stubEnv('ATC_TEST', 'set');
  const fail = () => {
    throw new Error('no');
  };
  expect(() => withoutVariable('ATC_TEST', fail)).toThrow('no');
  expect(look()).toBe('set');
});

test('what was not set is not set afterwards', () => {
  expect(withoutVariable('ATC_TEST', look)).toBe('not set');
  expect('ATC_TEST' in process.env).toBe(false);
});
