import { expect, test } from 'vitest';
import { saidToBeJson } from './general-rules.ts';
import type { Asked } from './rule.ts';

const judged = (type: string | undefined, body: Asked['body'] = { model: 'any' }) => {
  const headers = type === undefined ? [] : [['content-type', type] as const];
  return saidToBeJson.judge({ body, exchange: { request: { headers } } } as unknown as Asked);
};

test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/x-amz-json-1.0', 'application/a+json'])(
  'is JSON: %s',
  (type) => expect(judged(type)).toEqual({ compared: 1, breaches: [] }),
);

test.each([
  [undefined, 'no content type'],
  ['text/plain', '"text/plain"'],
  ['application/jsonp', '"application/jsonp"'],
])('is not: %s', (type, told) =>
  expect(judged(type).breaches).toMatchObject([{ message: expect.stringContaining(told) }]),
);

test('a request without a body says nothing of it', () => {
  expect(judged(undefined, {})).toEqual({ compared: 0, breaches: [] });
});
