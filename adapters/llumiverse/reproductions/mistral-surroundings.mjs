import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** What the environment says of telemetry does not keep a request from being sent. */
export default async function reproduce({ baseUrl, mode }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  process.env.MISTRAL_SDK_TELEMETRY = 'hush-hush';
  await assert.doesNotReject(completionOf(driver, mode, { model: 'mistral-medium-latest' }));
}

async function completionOf(driver, mode, options) {
  if (mode === 'complete') return driver.execute(hello, options);
  const stream = await driver.stream(hello, options);
  for await (const _ of stream);
  return stream.completion;
}
