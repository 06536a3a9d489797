import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** A temperature is sent, or refused; it is not left out without a word. */
export default async function reproduce({ baseUrl, requests }) {
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  const options = { model: 'claude-sonnet-5-5', model_options: { _option_id: 'anthropic-claude', temperature: 0 } };
  await driver.execute([{ role: 'user', content: 'Hello.' }], options).catch(() => {});
  for (const { temperature } of requests) assert.equal(temperature, 0);
}
