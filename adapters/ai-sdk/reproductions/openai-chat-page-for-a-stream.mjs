import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { streamText } from 'ai';

/** A page of HTML in the place of a stream is told as an error. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const { stream } = streamText({ model: openai.chat('gpt-5.5'), prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const types = [];
  for await (const part of stream) types.push(part.type);
  assert.ok(types.includes('error'), `no error among ${types.join(', ')}`);
}
