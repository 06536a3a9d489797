import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, streamText } from 'ai';

/** A demand for a call is sent, or refused, or warned of; it is not left out without a word. */
export default async function reproduce({ baseUrl, mode, requests }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const call = { model: anthropic('claude-sonnet-5-5'), toolChoice: 'required', prompt: 'Hello.', maxRetries: 0 };
  // The answer is an error, which says nothing of the choice that was not sent.
  if (mode === 'stream') await streamText({ ...call, onError: () => {} }).consumeStream();
  else await generateText(call).catch(() => {});
  for (const { tool_choice: choice } of requests) assert.deepEqual(choice, { type: 'any' });
}
