import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** Arguments that are no JSON do not take the whole answer with them: the model can be told. */
export default async function reproduce({ baseUrl }) {
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  const stream = await driver.stream([{ role: 'user', content: 'Hello.' }], { model: 'claude-sonnet-5-5' });
  await assert.doesNotReject(Array.fromAsync(stream));
}
