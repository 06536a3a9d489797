import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, streamText } from 'ai';

/** An answer with a block, a delta or a citation of a type that is not known yet is read, as far as it is known. */
export default async function reproduce({ baseUrl, mode }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const call = {
    model: anthropic('claude-sonnet-5-5'),
    // Without it the library refuses an answer that acts on a screen.
    tools: { computer: anthropic.tools.computerToolset_20260801({}) },
    prompt: 'Hello.',
    maxRetries: 0,
  };
  const errors = [];
  if (mode === 'stream') await streamText({ ...call, onError: ({ error }) => errors.push(error) }).consumeStream();
  else await generateText(call).catch((error) => errors.push(error));
  assert.deepEqual(errors, []);
}
