import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** A stream that breaks off is not taken for an answer. */
export default async function reproduce({ baseUrl }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const consume = async () => {
    for await (const _ of await driver.stream(hello, { model: 'mistral-medium-latest' }));
  };
  await assert.rejects(consume);
}
