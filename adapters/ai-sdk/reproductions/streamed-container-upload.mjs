import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { streamText } from 'ai';

/** A container_upload block is read within a stream, as it is in an answer that comes whole. */
export default async function reproduce({ baseUrl }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const errors = [];
  const stream = streamText({
    model: anthropic('claude-sonnet-5-5'),
    tools: { code_execution: anthropic.tools.codeExecution_20260120() },
    prompt: 'Is the table empty?',
    maxRetries: 0,
    onError: ({ error }) => errors.push(error),
  });
  await stream.consumeStream();
  assert.deepEqual(errors, []);
}
