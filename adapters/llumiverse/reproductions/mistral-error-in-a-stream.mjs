import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** Where an error comes in the place of a piece, the caller is told of it in the words of the provider. */
export default async function reproduce({ baseUrl }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const consume = async () => {
    for await (const _ of await driver.stream(hello, { model: 'mistral-medium-latest' }));
  };
  await assert.rejects(consume, /The model stopped working|Internal server error/);
}
