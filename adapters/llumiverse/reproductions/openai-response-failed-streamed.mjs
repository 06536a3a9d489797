import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';

/** Where a response has failed, its stream does not end as if all were well. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const consume = async () => {
    for await (const _ of await driver.stream([{ role: 'user', content: 'Hello.' }], { model: 'gpt-5.5' }));
  };
  await assert.rejects(consume, /could not finish/);
}
