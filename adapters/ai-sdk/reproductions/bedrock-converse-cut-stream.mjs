import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { streamText } from 'ai';

/** A stream that is cut before its "messageStop" is not taken for a whole one. */
export default async function reproduce({ baseUrl }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const model = bedrock('us.amazon.nova-2-lite-v1:0');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const ends = [];
  for await (const { type, finishReason } of stream) if (type === 'error' || type === 'finish') ends.push(finishReason);
  assert.notDeepEqual(ends, ['other']);
}
