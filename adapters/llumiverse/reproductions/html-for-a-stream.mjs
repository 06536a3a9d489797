import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** Where a page of HTML comes in the place of an answer, the error says so. */
export default async function reproduce({ baseUrl, mode }) {
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  const said = [{ role: 'user', content: 'Hello.' }];
  const options = { model: 'claude-sonnet-5-5' };
  const ask = async () =>
    mode === 'stream' ? Array.fromAsync(await driver.stream(said, options)) : driver.execute(said, options);
  await assert.rejects(ask, /html/i);
}
