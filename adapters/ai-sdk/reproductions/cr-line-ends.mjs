import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { streamText } from 'ai';

/** A stream whose lines end with CR alone, as the format allows it, is read to its end. */
export default async function reproduce({ baseUrl }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const { rawFinishReason } = streamText({ model: anthropic('claude-sonnet-5-5'), prompt: 'Hello.', maxRetries: 0 });
  assert.equal(await rawFinishReason, 'tool_use');
}
