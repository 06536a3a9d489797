import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, jsonSchema, streamText, tool } from 'ai';

/** A function whose schema is of no object, which Anthropic does not allow, is refused before anything is sent. */
export default async function reproduce({ baseUrl, mode, requests }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const call = {
    model: anthropic('claude-sonnet-5-5'),
    tools: { tides: tool({ inputSchema: jsonSchema({ type: 'array', items: { type: 'string' } }) }) },
    prompt: 'Hello.',
    maxRetries: 0,
  };
  if (mode === 'stream') await streamText({ ...call, onError: () => {} }).consumeStream();
  else await generateText(call).catch(() => {});
  assert.deepEqual(requests, []);
}
