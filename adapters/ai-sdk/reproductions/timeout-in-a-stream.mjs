import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { streamText } from 'ai';

/** A timeout_error within a stream, the provider's status 504, is worth another try. */
export default async function reproduce({ baseUrl }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const errors = [];
  const stream = streamText({
    model: anthropic('claude-sonnet-5-5'),
    prompt: 'Hello.',
    maxRetries: 0,
    onError: ({ error }) => errors.push(error),
  });
  await stream.consumeStream();
  assert.deepEqual(
    errors.map(({ isRetryable }) => isRetryable),
    [true],
  );
}
