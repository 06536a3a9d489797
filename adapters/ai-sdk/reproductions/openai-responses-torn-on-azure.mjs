import assert from 'node:assert/strict';
import { createAzure } from '@ai-sdk/azure';
import { streamText } from 'ai';

/** A stream that is cut before it says how it ends is not taken for a whole one. */
export default async function reproduce({ baseUrl }) {
  const azure = createAzure({ baseURL: `${baseUrl}/openai/v1`, apiKey: 'key' });
  const model = azure.responses('gpt-5.5');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  const ends = parts.filter(({ type }) => type === 'error' || type === 'finish');
  assert.notDeepEqual(
    ends.map(({ finishReason }) => finishReason),
    ['other'],
  );
}
