import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { redactError } from './redact-error.ts';
import { UserError } from './user-error.ts';

const tell = (text: string) => text.replaceAll('very-secret', 'REDACTED');

class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status = 401;
  readonly code = 'very-secret';
  readonly headers = { authorization: 'Bearer very-secret' };
  readonly #request = 'very-secret';
  get request(): string {
    return this.#request;
  }
}

test('all that can be seen of an error, and of what it was made of', () => {
  const cause = Object.assign(new TypeError('sent very-secret'), { options: { key: 'very-secret' } });
  const error = new ApiError('no such key: very-secret', { cause: new AggregateError([cause, 'very-secret'], 'both') });
  expect(inspect(error, { depth: 9 })).toContain('Bearer very-secret');
  const clean = redactError(error, tell);
  expect(inspect(clean, { depth: 9, showHidden: true })).not.toContain('very-secret');
  expect(clean).toBeInstanceOf(ApiError);
  expect(clean).toMatchObject({ name: 'ApiError', message: 'no such key: REDACTED', status: 401, code: 'REDACTED' });
  expect(clean.stack).toContain('redact-error.test.ts');
  expect((clean.cause as AggregateError).errors[0]).toBeInstanceOf(TypeError);
});

test('an error for the user keeps what it says', () => {
  const clean = redactError(new UserError('a', { where: 'very-secret:1', hint: 'b' }), tell);
  expect(clean).toBeInstanceOf(UserError);
  expect(String(clean)).toBe('REDACTED:1: a\n  → b');
});

test('an error of the platform, which keeps what it says where only it can read it', () => {
  const clean = redactError(new DOMException('very-secret', 'AbortError'), tell);
  expect(clean).toBeInstanceOf(DOMException);
  expect(clean).toMatchObject({ name: 'AbortError', message: 'REDACTED' });
  expect(inspect(clean)).toContain('REDACTED');
});

test('errors that were made of each other come to an end', () => {
  const error = new Error('very-secret');
  error.cause = error;
  expect(inspect(redactError(error, tell), { depth: 20 })).not.toContain('very-secret');
});

test.each([
  ['very-secret', 'REDACTED'],
  [{ toString: () => 'very-secret' }, 'REDACTED'],
  [undefined, undefined],
  [7, 7],
])('what is thrown and is no error: %j', (thrown, told) => {
  expect(redactError<unknown>(thrown, tell)).toEqual(told);
});
