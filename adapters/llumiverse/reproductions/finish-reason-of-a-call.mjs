import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** The reason for which an answer ended is the provider's, though it holds a call of a function; stream() gives it. */
export default async function reproduce({ baseUrl }) {
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  const options = { model: 'claude-sonnet-5-5' };
  const { finish_reason: reason } = await driver.execute([{ role: 'user', content: 'Hello.' }], options);
  assert.equal(reason, 'added_later');
}
