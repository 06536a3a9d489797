import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** Where an error comes in the place of an answer, the caller is told of it in the words of the provider. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  await assert.rejects(driver.execute(hello, { model: 'gpt-5.5' }), /The model is busy/);
}
