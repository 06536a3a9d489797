import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** A call whose arguments are streamed as no piece of text, or as an empty one, is read, as execute() reads it. */
export default async function reproduce({ baseUrl }) {
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  const stream = await driver.stream([{ role: 'user', content: 'Hello.' }], { model: 'claude-sonnet-5-5' });
  await assert.doesNotReject(Array.fromAsync(stream));
}
