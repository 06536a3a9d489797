import { expect, test } from 'vitest';
import { explainSchemaErrors } from '../../lib/explain-schema-errors.ts';
import { validatorFor } from '../../lib/validator.ts';
import { ChatOptions, ChatResponse, isContractError, programErrorIn, UnsupportedToolError } from './index.ts';

function problems(schema: Parameters<typeof validatorFor>[0], value: unknown): string[] {
  const validate = validatorFor(schema);
  validate(value);
  return explainSchemaErrors(validate.errors ?? [], value).map((p) => `${p.pointer} ${p.message}`);
}

test('one wrong member of one tool is one error, and not one for every kind of tool', () => {
  const options = { tools: [{ type: 'web-search', maximumUses: 'three' }] };
  expect(problems(ChatOptions, options)).toEqual(['/tools/0/maximumUses is "three"; expected integer']);
});

test('a kind of tool that there is not is said to be unknown', () => {
  expect(problems(ChatOptions, { tools: [{ type: 'web-serch' }] })).toEqual([
    '/tools/0 has an unknown "type": "web-serch"',
  ]);
});

test('a content with a member that the contract does not know is refused', () => {
  const response = {
    messages: [{ role: 'assistant', contents: [{ type: 'text', txt: 'a', text: 'b' }] }],
    warnings: [],
  };
  expect(problems(ChatResponse, response)).toEqual([
    '/messages/0/contents/0/txt is not a known member; did you mean "text"?',
  ]);
});

test('errors of the contract are told by name, whoever’s copy of the class made them', () => {
  expect(isContractError(new UnsupportedToolError('shell', 'reference-anthropic', ['function']))).toBe(true);
  expect(isContractError(Object.assign(new Error('x'), { name: 'TimeoutError' }))).toBe(true);
  expect(isContractError(new TypeError('x'))).toBe(false);
  expect(isContractError('ProviderError')).toBe(false);
});

test('a refusal names the tool, the adapter and what would work', () => {
  const { message } = new UnsupportedToolError('shell', 'reference-anthropic', ['function', 'raw']);
  expect(message).toBe('The adapter "reference-anthropic" has no tool "shell". It supports: function, raw.');
});

test('a mistake of a program is kept as a cause, without members and secrets; what Node.js threw is not', () => {
  const caught = (run: () => unknown): unknown => {
    try {
      return run();
    } catch (error) {
      return error;
    }
  };
  const mistake = Object.assign(caught(() => JSON.parse('secret-key')) as Error, { headers: { key: 'secret-key' } });
  const { cause } = programErrorIn(new Error('the library failed', { cause: mistake }), 'secret-key');
  expect(cause).toBeInstanceOf(SyntaxError);
  expect(Object.keys(cause ?? {})).toEqual([]);
  expect(`${cause?.message}${cause?.stack}`).not.toContain('secret-key');
  expect(cause?.stack).toContain('contract.test.ts');
  expect(programErrorIn(caught(() => new URL('no url')))).toEqual({});
  expect(programErrorIn(new Error('of a library'))).toEqual({});
});
