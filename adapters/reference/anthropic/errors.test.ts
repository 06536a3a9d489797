import { expect, test } from 'vitest';
import { providerError, unsendable } from './errors.ts';

const body = (type: string, message = 'why') => ({ type: 'error', error: { type, message }, request_id: 'req_body' });

test.each<[number | undefined, string, boolean]>([
  [400, 'invalid_request_error', false],
  [401, 'authentication_error', false],
  [402, 'billing_error', false],
  [403, 'permission_error', false],
  [404, 'not_found_error', false],
  [408, 'invalid_request_error', true],
  [409, 'conflict_error', true],
  [413, 'request_too_large', false],
  [429, 'rate_limit_error', true],
  [500, 'api_error', true],
  [503, 'anything', true],
  [504, 'timeout_error', true],
  [529, 'overloaded_error', true],
  [undefined, 'overloaded_error', true],
  [undefined, 'api_error', true],
  [undefined, 'invalid_request_error', false],
])('status %s with %s: retryable is %s', (status, code, retryable) => {
  expect(providerError(body(code), status)).toMatchObject({ name: 'ProviderError', status, code, retryable });
});

test('the API has the last word on retrying', () => {
  const verdict = (value: string) => new Headers({ 'x-should-retry': value });
  expect(providerError(body('overloaded_error'), 529, verdict('false')).retryable).toBe(false);
  expect(providerError(body('invalid_request_error'), 400, verdict('true')).retryable).toBe(true);
});

test('the request id of the header comes before that of the body', () => {
  expect(providerError(body('api_error'), 500, new Headers({ 'request-id': 'req_head' })).requestId).toBe('req_head');
  expect(providerError(body('api_error'), 500, new Headers()).requestId).toBe('req_body');
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['text', '<html>502</html>'],
  ['null', null],
  ['a list', []],
  ['an error that is text', { error: 'bad' }],
  ['an error of wrong types', { error: { type: 1, message: {} }, request_id: 5 }],
])('a body that is %s still makes an error', (_title, odd) => {
  const error = providerError(odd, 502, new Headers());
  expect(error).toMatchObject({ status: 502, code: undefined, requestId: undefined, retryable: true });
  expect(error.message).toBe('Anthropic answered with an error (502): no error object in the answer');
});

test('a message is one short line without the secret', () => {
  const error = providerError(
    body('api_error', `key sk-secret-1 is \u001b[31mbad\nreally${'!'.repeat(900)}`),
    401,
    undefined,
    'sk-secret-1',
  );
  expect(error.message).toContain('key [credentials] is  [31mbad really!!!');
  expect(error.message.length).toBeLessThan(600);
});

test('what cannot be said is no reason to retry', () => {
  expect(unsendable('a reason')).toMatchObject({
    message: 'Nothing was sent to Anthropic: a reason.',
    code: 'invalid_request_error',
    status: undefined,
    retryable: false,
  });
});
