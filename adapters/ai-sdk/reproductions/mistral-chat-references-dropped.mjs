import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { streamText } from 'ai';

/** Sources that the model refers to are told. */
export default async function reproduce({ baseUrl }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  const told = parts.filter(({ type, citations }) => type === 'source' || citations !== undefined);
  assert.ok(told.length > 0);
}
