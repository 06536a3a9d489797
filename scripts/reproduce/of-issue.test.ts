import { expect, test } from 'vitest';
import { reproductionOfIssue } from './of-issue.ts';

test('a known issue is a program without a run, with the responses of the first case that it covers', async () => {
  const text = await reproductionOfIssue('ai-sdk-anthropic/null-citations');
  expect(text).toMatch(/^\/\/ ai-sdk-anthropic\/[\w/-]+\n\/\/\n\/\/ ai-sdk-anthropic\/null-citations: /);
  expect(text).toContain('async function nullCitations(');
  // What the provider said.
  expect(text).toMatch(/"body": ".*\\"citations\\":\s?null/);
});
