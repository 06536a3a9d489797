import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** A stream that breaks off is not taken for an answer. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const consume = async () => {
    for await (const _ of await driver.stream(hello, { model: 'gpt-5.5' }));
  };
  await assert.rejects(consume);
}
