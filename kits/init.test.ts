import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { type Choice, checked, factoryIn, filesFor, kinds } from './init.ts';

const choices: readonly Choice[] = kinds.map((kind) => ({
  kind,
  wire: 'openai-chat',
  name: 'mine',
  ...(kind === 'ai-sdk' || kind === 'langchain' ? { package: '@a/b' } : {}),
}));

test.each(choices)('the start of $kind is whole: every word is filled in, and its JavaScript parses', (choice) => {
  const files = filesFor(choice, 'createMine');
  expect([...files.keys()]).toContain('conformance/mine.test.js');
  for (const [path, text] of files) {
    if (path.endsWith('.js')) expect([path, parseSync(path, text).errors]).toEqual([path, []]);
    if (!path.endsWith('.py')) expect([path, text.match(/__[a-zA-Z]+__/g)]).toEqual([path, null]);
    expect(text).not.toContain('python-example');
  }
});

test.each([
  [{}, '--kind is missing'],
  [{ kind: 'ai_sdk' }, 'did you mean "ai-sdk"'],
  [{ kind: 'go' }, '--wire is missing'],
  [{ kind: 'go', wire: 'openai-cat', name: 'a' }, 'did you mean "openai-chat"'],
  [{ kind: 'go', wire: 'openai-chat' }, '--name groq'],
  [{ kind: 'go', wire: 'openai-chat', name: '../a' }, '--name groq'],
  [{ kind: 'ai-sdk', wire: 'openai-chat', name: 'a' }, '--package @ai-sdk/groq'],
  [{ kind: 'go', wire: 'anthropic', name: 'a' }, 'the start in Go speaks openai-chat'],
  [{ kind: 'python', wire: 'google', name: 'a' }, 'the start in Python speaks openai-chat'],
])('%j is refused with what to type', (given, said) => {
  let refused: unknown;
  try {
    checked(given);
  } catch (error) {
    refused = error;
  }
  expect(String(refused)).toContain(said);
});

test('what a package exports is found by its name, the plainest first', () => {
  expect(factoryIn(['createXai', 'xai'], 'ai-sdk')).toBe('createXai');
  expect(factoryIn(['ChatGroqInput', 'ChatGroq', 'createX'], 'langchain')).toBe('ChatGroq');
  expect(factoryIn(['provider'], 'ai-sdk')).toBeUndefined();
});
