import { expect, test } from 'vitest';
import { readShipped, snapshotPath } from './file.ts';
import { lookupOf } from './lookup.ts';
import { namesOf, resolveName } from './names.ts';

const lookup = lookupOf(readShipped(snapshotPath));
const idsOf = (kind: 'tool' | 'provider API' | 'library', text: string) =>
  resolveName(kind, text, lookup).map(({ id }) => id);

test.each([
  ['tool', 'Web Search', ['web-search']],
  ['tool', 'websearch', ['web-search']],
  ['tool', 'MCP', ['remote-mcp']],
  ['library', 'LangChain.js', ['langchain']],
  ['library', 'langchain', ['langchain']],
  ['library', 'AI_SDK', ['ai-sdk']],
  ['provider API', 'Claude', ['anthropic']],
  ['provider API', 'Gemini', ['google']],
  ['provider API', 'OpenAI Responses', ['openai-responses']],
  ['provider API', 'bedrock', ['bedrock-converse', 'bedrock-agents']],
  ['provider API', 'OpenAI', ['openai-responses', 'openai-chat', 'openai-assistants']],
  ['provider API', 'azure', ['azure-foundry-v2', 'azure-foundry-agents']],
] as const)('the %s "%s" is %j', (kind, text, ids) => {
  expect(idsOf(kind, text)).toEqual(ids);
});

test('each tool, provider API and library is found by every one of its names, and a tool and a library by these alone', () => {
  const { tools, providerApis, libraries } = lookup.snapshot;
  for (const item of providerApis)
    for (const name of namesOf(item)) expect(idsOf('provider API', name)).toContain(item.id);
  for (const item of tools) for (const name of namesOf(item)) expect(idsOf('tool', name)).toEqual([item.id]);
  for (const item of libraries) for (const name of namesOf(item)) expect(idsOf('library', name)).toEqual([item.id]);
});

test('names of one thing are listed once, the id first', () => {
  expect(namesOf({ id: 'web-search', title: 'Web Search', alsoCalled: ['search', 'websearch'] })).toEqual([
    'web-search',
    'search',
  ]);
  expect(namesOf({ id: 'x', title: 'A B', vendor: 'A', shortTitle: 'B' })).toEqual(['x', 'A B', 'B', 'A']);
});

test.each([
  ['provider API', 'cluade', 'unknown provider API "cluade"', 'did you mean: anthropic (claude), '],
  ['tool', 'web-serch', 'unknown tool "web-serch"', 'did you mean: web-search, web-fetch, '],
  ['library', 'lang', 'unknown library "lang"', 'did you mean: langchain, langchain-chatgoogle, '],
  ['tool', '', 'unknown tool ""', 'did you mean: '],
] as const)('the %s "%s" is not known: the nearest three are named', (kind, text, message, hint) => {
  expect(() => resolveName(kind, text, lookup)).toThrow(
    expect.objectContaining({ message, hint: expect.stringContaining(hint) }),
  );
  try {
    resolveName(kind, text, lookup);
  } catch (error) {
    expect((error as { hint: string }).hint.split(', ')).toHaveLength(3);
  }
});
