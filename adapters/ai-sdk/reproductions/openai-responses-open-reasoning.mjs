import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** What the model thinks in the open is told. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const { steps } = await generateText({ model, prompt: 'Hi', maxRetries: 0 });
  assert.match(steps[0].reasoningText ?? '', /Ushuaia/);
}
