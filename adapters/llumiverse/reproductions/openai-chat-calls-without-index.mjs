import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** Two calls whose pieces have ids and no index are two. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const consume = async () => {
    for await (const _ of await driver.stream(hello, { model: 'gpt-5.5' }));
  };
  await consume();
  await assert.doesNotReject(consume);
}
