import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { streamText } from 'ai';

/** A frame of type "exception" or "error" is told as an error, whatever its name. */
export default async function reproduce({ baseUrl }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const model = bedrock('us.amazon.nova-2-lite-v1:0');
  const errors = [];
  await streamText({ model, prompt: 'Hi', maxRetries: 0, onError: ({ error }) => errors.push(error) }).consumeStream();
  assert.notDeepEqual(errors, []);
}
