import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** An answer with a part of an unknown kind is read as far as it is known. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const call = () => generateText({ model, prompt: 'Hi', maxRetries: 0 });
  await assert.doesNotReject(call);
}
