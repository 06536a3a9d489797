import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';

/** An error that comes with a good status is told in the provider's words. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
  });
  await assert.rejects(() => model.invoke('Hello.'), /unexpected error/);
}
