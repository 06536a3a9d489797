import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, streamText } from 'ai';

/** An answer in which a fetched document has "citations": null, as Anthropic's own types allow it, is read. */
export default async function reproduce({ baseUrl, mode }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const call = {
    model: anthropic('claude-sonnet-5-5'),
    tools: { web_fetch: anthropic.tools.webFetch_20260318() },
    prompt: 'Read the page.',
    maxRetries: 0,
  };
  const errors = [];
  if (mode === 'stream') await streamText({ ...call, onError: ({ error }) => errors.push(error) }).consumeStream();
  else await generateText(call).catch((error) => errors.push(error));
  assert.deepEqual(errors, []);
}
