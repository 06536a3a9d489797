import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** What the provider says of a request that it refuses is told in words, and not as JSON within JSON. */
export default async function reproduce({ baseUrl, mode }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const message = await completionOf(driver, mode, { model: 'mistral-medium-latest' }).catch(String);
  assert.doesNotMatch(message, /body\$/);
}

async function completionOf(driver, mode, options) {
  if (mode === 'complete') return driver.execute(hello, options);
  const stream = await driver.stream(hello, options);
  for await (const _ of stream);
  return stream.completion;
}
