import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { streamText } from 'ai';

/** That a tool was used that the library does not know is told. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  assert.match(JSON.stringify(parts), /added_later/);
}
