import { expect, test } from 'vitest';
import { providerError, unsendable } from './openai.ts';

const error = (code: string | null, type = 'invalid_request_error') => ({ message: 'why', type, param: null, code });

test.each<[number | undefined, string | null, string, string, boolean]>([
  [400, 'invalid_value', 'invalid_request_error', 'invalid_value', false],
  [400, null, 'invalid_request_error', 'invalid_request_error', false],
  [401, 'invalid_api_key', 'invalid_request_error', 'invalid_api_key', false],
  [409, null, 'conflict', 'conflict', true],
  [429, 'rate_limit_exceeded', 'requests', 'rate_limit_exceeded', true],
  // Waiting brings no money.
  [429, 'insufficient_quota', 'insufficient_quota', 'insufficient_quota', false],
  [500, null, 'server_error', 'server_error', true],
  [503, 'anything', '', 'anything', true],
  [undefined, 'server_error', '', 'server_error', true],
  [undefined, 'rate_limit_exceeded', '', 'rate_limit_exceeded', true],
  [undefined, 'invalid_prompt', '', 'invalid_prompt', false],
])('status %s with code %s and type %s: %s, retryable is %s', (status, code, type, expected, retryable) => {
  expect(providerError(error(code, type), status)).toMatchObject({
    name: 'ProviderError',
    status,
    code: expected,
    retryable,
  });
});

test('the type of an event is no code', () => {
  expect(providerError({ type: 'error', code: null, message: 'why' }).code).toBeUndefined();
});

test('the headers say which request it was, and when to come back', () => {
  const headers = new Headers({ 'x-request-id': 'req_1', 'retry-after-ms': '250', 'x-should-retry': 'false' });
  expect(providerError(error(null), 503, headers)).toMatchObject({
    requestId: 'req_1',
    retryAfter: 250,
    retryable: false,
  });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['text', 'bad'],
  ['null', null],
  ['a list', []],
  ['an object of wrong types', { type: 1, message: {}, code: [] }],
])('an error that is %s still makes one', (_title, odd) => {
  expect(providerError(odd, 502, new Headers())).toMatchObject({
    message: 'OpenAI answered with an error (502): no error object in the answer',
    status: 502,
    code: undefined,
    requestId: undefined,
    retryable: true,
  });
});

test('a message is one short line without the secret', () => {
  const message = `key sk-secret-1 is \u001b[31mbad\nreally${'!'.repeat(900)}`;
  const shown = providerError({ message }, 401, undefined, 'sk-secret-1').message;
  expect(shown).toContain('key [credentials] is  [31mbad really!!!');
  expect(shown.length).toBeLessThan(600);
});

test('what cannot be said is no reason to retry', () => {
  expect(unsendable('a reason')).toMatchObject({
    message: 'Nothing was sent to OpenAI: a reason.',
    code: 'invalid_request_error',
    status: undefined,
    retryable: false,
  });
});
