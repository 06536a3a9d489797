import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { LlumiverseError } from '@llumiverse/core';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** An error within a stream is a LlumiverseError, whether or not its reader was waiting when it came. */
export default async function reproduce({ baseUrl }) {
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  const stream = await driver.stream([{ role: 'user', content: 'Hello.' }], { model: 'claude-sonnet-5-5' });
  await assert.rejects(async () => {
    for await (const piece of stream) await setTimeout(100, piece);
  }, LlumiverseError);
}
