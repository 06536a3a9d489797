import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** A function whose name Anthropic does not allow is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  const tools = [{ name: '!tides', input_schema: { type: 'object' } }];
  await driver.execute([{ role: 'user', content: 'Hello.' }], { model: 'claude-sonnet-5-5', tools }).catch(() => {});
  assert.deepEqual(requests, []);
}
