import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** An error within a stream that is worth another try, by its type, is told as such. */
export default async function reproduce({ baseUrl }) {
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  const stream = await driver.stream([{ role: 'user', content: 'Hello.' }], { model: 'claude-sonnet-5-5' });
  await assert.rejects(Array.fromAsync(stream), { retryable: true });
}
