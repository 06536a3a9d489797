import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { streamText } from 'ai';

/** A page of HTML in the place of a stream is told as an error. */
export default async function reproduce({ baseUrl }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  assert.ok(parts.some(({ type }) => type === 'error'));
}
