import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** An error that comes with a good status is told in the provider's words. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const call = () => generateText({ model: openai.chat('gpt-5.5'), prompt: 'Hi', maxRetries: 0 });
  await assert.rejects(call, /The model is busy/);
}
