import assert from 'node:assert/strict';
import { createAzure } from '@ai-sdk/azure';
import { streamText } from 'ai';

/** A stream that is cut before it says why it ends is not taken for a whole one. */
export default async function reproduce({ baseUrl }) {
  const azure = createAzure({ baseURL: `${baseUrl}/openai/v1`, apiKey: 'key' });
  const { stream } = streamText({ model: azure.chat('gpt-5.5'), prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const ends = [];
  for await (const { type, finishReason } of stream) if (type === 'error' || type === 'finish') ends.push(finishReason);
  assert.notDeepEqual(ends, ['other']);
}
