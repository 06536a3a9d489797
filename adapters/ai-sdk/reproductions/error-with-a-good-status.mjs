import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText } from 'ai';

/** An error that comes with a good status is told as the provider's, as streamText() tells it, and can be tried again. */
export default async function reproduce({ baseUrl }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = anthropic('claude-sonnet-5-5');
  const error = await generateText({ model, prompt: 'Hello.', maxRetries: 0 }).catch((reason) => reason);
  assert.match(error.message, /An unexpected error has occurred/);
  assert.equal(error.isRetryable, true);
}
