import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { streamText } from 'ai';

/** A delta whose role is null is read. */
export default async function reproduce({ baseUrl }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  assert.deepEqual(
    parts.filter(({ type }) => type === 'error').map(({ error }) => String(error)),
    [],
  );
}
