import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** Two calls that are streamed without an index are two. */
export default async function reproduce({ baseUrl }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const consume = async () => {
    for await (const _ of await driver.stream(hello, { model: 'mistral-medium-latest' }));
  };
  await assert.doesNotReject(async () => {
    await consume();
    await consume();
  });
}
