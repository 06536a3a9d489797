import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';

/** Where a stream ends with an error, the caller is told of it in the words of the provider. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const consume = async () => {
    for await (const _ of await driver.stream([{ role: 'user', content: 'Hello.' }], { model: 'gpt-5.5' }));
  };
  await assert.rejects(consume, /Something went wrong|It broke off/);
}
