import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { streamText } from 'ai';

/** A chunk without choices is passed over. */
export default async function reproduce({ baseUrl }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  await assert.doesNotReject(async () => {
    for await (const part of stream) if (part.type === 'error') throw part.error;
  });
}
