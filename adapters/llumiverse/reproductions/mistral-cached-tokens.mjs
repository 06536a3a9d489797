import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** How much of the input was read from a cache is told. */
export default async function reproduce({ baseUrl, mode }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const { token_usage } = await completionOf(driver, mode, { model: 'mistral-medium-latest' });
  assert.notEqual(token_usage.prompt_cached, undefined);
}

async function completionOf(driver, mode, options) {
  if (mode === 'complete') return driver.execute(hello, options);
  const stream = await driver.stream(hello, options);
  for await (const _ of stream);
  return stream.completion;
}
