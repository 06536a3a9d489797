import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** A call whose arguments are no JSON reaches the caller, who can tell the model so. */
export default async function reproduce({ baseUrl }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const consume = async () => {
    for await (const _ of await driver.stream(hello, { model: 'mistral-medium-latest' }));
  };
  await assert.doesNotReject(consume);
}
