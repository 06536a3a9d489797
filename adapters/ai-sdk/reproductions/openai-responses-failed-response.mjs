import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** A response that failed is told in the provider's words. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const call = () => generateText({ model, prompt: 'Hi', maxRetries: 0 });
  await assert.rejects(call, /The model could not finish its answer/);
}
