import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import { ChatResponseUpdate, contractVersion } from '../contract/index.ts';
import { ErrorData, Failure, HostMessage, Initialized, Result, Update } from './messages.ts';

const page = await readFile(join(import.meta.dirname, '../../docs/external-adapters.md'), 'utf8');
const lines = (direction: string) =>
  [...page.matchAll(new RegExp(`^${direction} (.+)$`, 'gm'))].map(([, json = '']) => JSON.parse(json));

const problems = (schema: Parameters<typeof validatorFor>[0], value: unknown) => {
  const validate = validatorFor(schema);
  return validate(value) ? [] : validate.errors;
};

test.for(lines('→').map((message) => [message.method, message] as const))(
  'what the suite says in docs/external-adapters.md: %s',
  ([, message]) => {
    expect(problems(HostMessage, message)).toEqual([]);
  },
);

test.for(lines('←'))('what the program says in docs/external-adapters.md: %j', (message) => {
  if (message.method) {
    expect(problems(Update, message)).toEqual([]);
    expect(problems(ChatResponseUpdate, message.params.update)).toEqual([]);
  } else if (message.error) {
    expect(problems(Failure, message)).toEqual([]);
    expect(problems(ErrorData, message.error.data)).toEqual([]);
  } else {
    expect(problems(Result, message)).toEqual([]);
  }
});

test('every request of the protocol is in docs/external-adapters.md, and the version of the contract', () => {
  const { oneOf } = HostMessage as unknown as { oneOf: { properties: { method: { const: string } } }[] };
  const methods = oneOf.map(({ properties }) => properties.method.const);
  expect(new Set(lines('→').map((m) => m.method))).toEqual(new Set(methods));
  const [first] = lines('←');
  expect(problems(Initialized, first.result)).toEqual([]);
  expect(first.result.contractVersion).toBe(contractVersion);
});
