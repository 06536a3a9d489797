import { describe, expect, test } from 'vitest';
import { errors as anthropic } from '../anthropic/errors.ts';
import { errors as foundry } from '../azure-foundry-agents/sdk.ts';
import { isRetryable, retryAfter } from './errors.ts';
import { errors as google } from './google.ts';
import { errors as mistral } from './mistral.ts';
import { errors as openai } from './openai.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after-ms': 'x', 'retry-after': '7' }, 7000],
])('to wait: %j is %s ms', (headers, expected) => {
  expect(retryAfter(new Headers(headers), now)).toBe(expected);
});

test.each<[number | undefined, string | undefined, boolean | undefined, boolean]>([
  [429, undefined, undefined, true],
  [408, undefined, undefined, true],
  [500, undefined, undefined, true],
  [400, undefined, undefined, false],
  [undefined, undefined, undefined, false],
  // The error's code knows more than its status.
  [429, undefined, false, false],
  [undefined, undefined, true, true],
  // The API has the last word.
  [429, 'false', true, false],
  [400, 'true', false, true],
  [400, 'perhaps', undefined, false],
])('status %s, x-should-retry %s, by its code %s: %s', (status, verdict, byCode, expected) => {
  const headers = verdict === undefined ? undefined : new Headers({ 'x-should-retry': verdict });
  expect(isRetryable(status, headers, byCode)).toBe(expected);
});

/** As a body, or what is in it, has it. */
const claudes = (type: string, message = 'why') => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_body',
});
const openais = (code: string | null, type = 'invalid_request_error') => ({ message: 'why', type, param: null, code });

test.each<['anthropic' | 'openai', number | undefined, object, string | undefined, boolean]>([
  ['anthropic', 400, claudes('invalid_request_error'), 'invalid_request_error', false],
  ['anthropic', 401, claudes('authentication_error'), 'authentication_error', false],
  ['anthropic', 402, claudes('billing_error'), 'billing_error', false],
  ['anthropic', 403, claudes('permission_error'), 'permission_error', false],
  ['anthropic', 404, claudes('not_found_error'), 'not_found_error', false],
  ['anthropic', 408, claudes('invalid_request_error'), 'invalid_request_error', true],
  ['anthropic', 409, claudes('conflict_error'), 'conflict_error', true],
  ['anthropic', 413, claudes('request_too_large'), 'request_too_large', false],
  ['anthropic', 429, claudes('rate_limit_error'), 'rate_limit_error', true],
  ['anthropic', 500, claudes('api_error'), 'api_error', true],
  ['anthropic', 503, claudes('anything'), 'anything', true],
  ['anthropic', 504, claudes('timeout_error'), 'timeout_error', true],
  ['anthropic', 529, claudes('overloaded_error'), 'overloaded_error', true],
  ['anthropic', undefined, claudes('overloaded_error'), 'overloaded_error', true],
  ['anthropic', undefined, claudes('api_error'), 'api_error', true],
  ['anthropic', undefined, claudes('invalid_request_error'), 'invalid_request_error', false],
  ['openai', 400, openais('invalid_value'), 'invalid_value', false],
  // Where there is no code, the type stands in; that of an event says nothing.
  ['openai', 400, openais(null), 'invalid_request_error', false],
  ['openai', undefined, { type: 'error', code: null, message: 'why' }, undefined, false],
  ['openai', 401, openais('invalid_api_key'), 'invalid_api_key', false],
  ['openai', 409, openais(null, 'conflict'), 'conflict', true],
  ['openai', 429, openais('rate_limit_exceeded', 'requests'), 'rate_limit_exceeded', true],
  // Waiting brings no money.
  ['openai', 429, openais('insufficient_quota', 'insufficient_quota'), 'insufficient_quota', false],
  ['openai', 500, openais(null, 'server_error'), 'server_error', true],
  ['openai', 503, openais('anything', ''), 'anything', true],
  ['openai', undefined, openais('server_error', ''), 'server_error', true],
  ['openai', undefined, openais('rate_limit_exceeded', ''), 'rate_limit_exceeded', true],
  ['openai', undefined, openais('invalid_prompt', ''), 'invalid_prompt', false],
])('%s, status %s: %j is %s, retryable %s', (provider, status, body, code, retryable) => {
  const { providerError } = { anthropic, openai }[provider];
  expect(providerError(body, status)).toMatchObject({ name: 'ProviderError', status, code, retryable });
});

test('the headers say which request it was and when to come back, and have the last word on retrying', () => {
  const headers = new Headers({ 'x-request-id': 'req_1', 'retry-after-ms': '250', 'x-should-retry': 'false' });
  const expected = { requestId: 'req_1', retryAfter: 250, retryable: false };
  expect(openai.providerError(openais(null), 503, headers)).toMatchObject(expected);
  const { requestId, retryable } = anthropic.providerError(
    claudes('invalid_request_error'),
    400,
    new Headers({ 'request-id': 'req_head', 'x-should-retry': 'true' }),
  );
  expect([requestId, retryable]).toEqual(['req_head', true]);
  expect(anthropic.providerError(claudes('api_error'), 500, new Headers()).requestId).toBe('req_body');
});

describe.each([anthropic, foundry, google, mistral, openai])('$provider', ({ provider, ...errors }) => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['text', '<html>502</html>'],
    ['null', null],
    ['a list', []],
    ['an error that is text', { error: 'bad' }],
    ['an error of wrong types', { error: { type: 1, message: {}, code: [] }, type: 1, code: [], request_id: 5 }],
  ])('a body that is %s still makes an error', (_title, odd) => {
    expect(errors.providerError(odd, 502, new Headers())).toMatchObject({
      message: `${provider} answered with an error (502): no error object in the answer`,
      status: 502,
      code: undefined,
      requestId: undefined,
      retryable: true,
    });
  });

  test('a message is one short line without the secret', () => {
    const message = `key sk-secret-1 is \u001b[31mbad\nreally${'!'.repeat(900)}`;
    const shown = errors.providerError({ message, error: { message } }, 401, undefined, 'sk-secret-1').message;
    expect(shown).toContain('key [credentials] is  [31mbad really!!!');
    expect(shown.length).toBeLessThan(600);
  });

  test('what cannot be said is no reason to retry', () => {
    expect(errors.invalidRequest('a reason')).toMatchObject({
      message: `Nothing was sent to ${provider}: a reason.`,
      code: 'invalid_request_error',
      status: undefined,
      retryable: false,
    });
  });
});
