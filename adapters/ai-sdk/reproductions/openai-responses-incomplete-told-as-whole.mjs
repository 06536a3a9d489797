import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** A response whose status is "incomplete" is not told as one that is whole. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  await generateText({ model, prompt: 'Hi', maxRetries: 0 });
  const { finishReason } = await generateText({ model, prompt: 'Then tell another one.', maxRetries: 0 });
  assert.notEqual(finishReason, 'stop');
}
