import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { AISDKError, streamText } from 'ai';

/** A page of HTML in the place of a stream is told as an error of the library's, which says that the answer is none. */
export default async function reproduce({ baseUrl }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const model = bedrock('us.amazon.nova-2-lite-v1:0');
  const errors = [];
  await streamText({ model, prompt: 'Hi', maxRetries: 0, onError: ({ error }) => errors.push(error) }).consumeStream();
  assert.ok(AISDKError.isInstance(errors[0]), String(errors[0]));
}
