import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { streamText } from 'ai';

/** A stream with a piece of a kind that is not known yet is read, as far as it is known. */
export default async function reproduce({ baseUrl }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const model = bedrock('us.amazon.nova-2-lite-v1:0');
  const errors = [];
  await streamText({ model, prompt: 'Hi', maxRetries: 0, onError: ({ error }) => errors.push(error) }).consumeStream();
  assert.deepEqual(errors, []);
}
