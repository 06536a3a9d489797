import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { streamText } from 'ai';

/** An event of a type that is not known yet is passed over, as Anthropic asks of who reads its streams. */
export default async function reproduce({ baseUrl }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const errors = [];
  const stream = streamText({
    model: anthropic('claude-sonnet-5-5'),
    // Without it the library refuses an answer that acts on a screen.
    tools: { computer: anthropic.tools.computerToolset_20260801({}) },
    prompt: 'Hello.',
    maxRetries: 0,
    onError: ({ error }) => errors.push(error),
  });
  await stream.consumeStream();
  assert.deepEqual(errors, []);
}
