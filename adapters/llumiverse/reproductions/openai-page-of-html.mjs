import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';

/** Where a page comes in the place of an answer, the error says so. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const call = () => driver.execute([{ role: 'user', content: 'Hello.' }], { model: 'gpt-5.5' });
  await assert.rejects(call, /text\/html|content type|not JSON/i);
}
