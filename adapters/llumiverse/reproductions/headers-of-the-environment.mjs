import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** The key that is sent is the one that the caller gave, whatever headers somebody put into the environment. */
export default async function reproduce({ baseUrl }) {
  process.env.ANTHROPIC_CUSTOM_HEADERS = 'x-api-key: of-somebody-else';
  const { fetch } = globalThis;
  const sent = [];
  globalThis.fetch = (url, init) => {
    sent.push(new Headers(init.headers).get('x-api-key'));
    return fetch(url, init);
  };
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  await driver.execute([{ role: 'user', content: 'Hello.' }], { model: 'claude-sonnet-5-5' });
  assert.deepEqual(sent, ['key']);
}
