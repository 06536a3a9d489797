import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';

/** Where a response has failed, the caller is told of it in the words of the provider. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const call = () => driver.execute([{ role: 'user', content: 'Hello.' }], { model: 'gpt-5.5' });
  await assert.rejects(call, /could not finish/);
}
