import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';

/** How many tokens were spent on thinking is in usage_metadata. */
export default async function reproduce({ baseUrl }) {
  const came = [];
  const listening = async (...asked) => {
    const response = await fetch(...asked);
    came.push(response.clone().json());
    return response;
  };
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
    clientOptions: { fetch: listening },
  });
  const { usage_metadata } = await model.invoke('Think.');
  const { usage } = await came[0];
  assert.equal(usage_metadata.output_token_details?.reasoning, usage.output_tokens_details.thinking_tokens);
}
