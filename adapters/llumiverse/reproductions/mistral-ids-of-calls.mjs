import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** A call is streamed under its id. */
export default async function reproduce({ baseUrl }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const { tool_use } = await completionOf(driver, 'stream', { model: 'mistral-medium-latest' });
  assert.ok(tool_use.every(({ id }) => id !== 'null'));
}

async function completionOf(driver, mode, options) {
  if (mode === 'complete') return driver.execute(hello, options);
  const stream = await driver.stream(hello, options);
  for await (const _ of stream);
  return stream.completion;
}
