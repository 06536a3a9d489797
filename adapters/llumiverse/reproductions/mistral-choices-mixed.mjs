import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** The words of two choices are not run together. */
export default async function reproduce({ baseUrl }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const { result } = await completionOf(driver, 'stream', { model: 'mistral-medium-latest' });
  assert.equal(result[0].value, 'Hammerfest.');
}

async function completionOf(driver, mode, options) {
  if (mode === 'complete') return driver.execute(hello, options);
  const stream = await driver.stream(hello, options);
  for await (const _ of stream);
  return stream.completion;
}
