import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText, streamText } from 'ai';

/** A ModelStreamErrorException (424) may be tried again, also where it is the whole answer: within a stream the library says so. */
export default async function reproduce({ baseUrl, mode }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const call = { model: bedrock('us.amazon.nova-2-lite-v1:0'), prompt: 'Hi', maxRetries: 0 };
  const errors = [];
  if (mode === 'stream') await streamText({ ...call, onError: ({ error }) => errors.push(error) }).consumeStream();
  else await generateText(call).catch((error) => errors.push(error));
  const [{ statusCode, isRetryable }] = errors;
  assert.deepEqual({ statusCode, isRetryable }, { statusCode: 424, isRetryable: true });
}
