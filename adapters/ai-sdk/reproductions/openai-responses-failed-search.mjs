import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** What was searched, or opened, is told where it failed too. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { web_search: openai.tools.webSearch({}) };
  const { finalStep } = await generateText({ model, tools, prompt: 'Hi', maxRetries: 0 });
  const failed = finalStep.content.filter(({ type }) => type === 'tool-error');
  assert.match(JSON.stringify(failed), /notes\.example|newest version/);
}
