import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { APICallError, streamText } from 'ai';

/** Where a page of HTML comes in the place of a stream, the error says so: it has the answer's headers, as that of generateText(). */
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
  const [error] = errors;
  assert.ok(APICallError.isInstance(error), String(error));
  assert.match(error.responseHeaders['content-type'], /^text\/html/);
}
