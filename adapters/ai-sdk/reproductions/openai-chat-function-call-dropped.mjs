import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** A call in the older form, function_call, arrives as a call. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const { toolCalls } = await generateText({ model: openai.chat('gpt-5.5'), prompt: 'Hi', maxRetries: 0 });
  assert.equal(toolCalls.length, 1);
}
