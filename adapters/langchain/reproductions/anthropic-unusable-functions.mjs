import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';

/** A function that Anthropic takes under no circumstances is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
  });
  const tools = [{ name: 'get weather!', input_schema: { type: 'string' } }];
  await model.invoke('How is the weather?', { tools }).catch(() => {});
  assert.equal(requests.length, 0);
}
