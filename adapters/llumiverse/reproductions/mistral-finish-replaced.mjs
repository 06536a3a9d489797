import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** Why an answer ended is told, where it calls a function too. */
export default async function reproduce({ baseUrl, mode }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const { finish_reason } = await completionOf(driver, mode, { model: 'mistral-medium-latest' });
  assert.notEqual(finish_reason, 'tool_use');
}

async function completionOf(driver, mode, options) {
  if (mode === 'complete') return driver.execute(hello, options);
  const stream = await driver.stream(hello, options);
  for await (const _ of stream);
  return stream.completion;
}
