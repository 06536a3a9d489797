import { expect, it, test } from 'vitest';
import { awsFrameError, awsHttpError } from './errors.ts';

const answer = (status: number, body: string, ...headers: [string, string][]) => ({
  status,
  headers,
  body: { text: body },
});

test.each([
  ['ThrottlingException', '{"message":"slow down"}'],
  ['ThrottlingException:http://internal.amazon.com/coral/com.amazon.bedrock/', '{"message":"slow down"}'],
  ['com.amazonaws.bedrockruntime#ThrottlingException', '{"Message":"slow down"}'],
])('the header %s names the error', (header, body) => {
  const fact = { kind: 'error', status: 429, code: 'ThrottlingException', message: 'slow down', retryable: true };
  expect(awsHttpError(answer(429, body, ['x-amzn-ErrorType', header]))).toEqual(fact);
});

it('may be named in the body, or not at all', () => {
  const inBody = '{"__type":"com.amazon.coral.service#UnrecognizedClientException","message":"no"}';
  expect(awsHttpError(answer(403, inBody))).toMatchObject({ code: 'UnrecognizedClientException', message: 'no' });
  expect(awsHttpError(answer(400, '{"message":"no"}'))).toEqual({ kind: 'error', status: 400, message: 'no' });
  expect(awsHttpError(answer(502, '<html>'))).toEqual({ kind: 'error', status: 502, message: '' });
});

it('is called the same in a frame', () => {
  const exception = { ':message-type': 'exception', ':exception-type': 'throttlingException' };
  const said = { kind: 'error', code: 'ThrottlingException', message: 'slow down', retryable: true };
  expect(awsFrameError({ headers: exception, payload: { message: 'slow down' } })).toEqual(said);
  const error = { ':message-type': 'error', ':error-code': 'InternalFailure', ':error-message': 'gone' };
  expect(awsFrameError({ headers: error, payload: '' })).toEqual({
    kind: 'error',
    code: 'InternalFailure',
    message: 'gone',
  });
  expect(awsFrameError({ headers: { ':message-type': 'event', ':event-type': 'chunk' }, payload: {} })).toBeUndefined();
});
