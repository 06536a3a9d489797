import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';

/** Thoughts that a model has in the open, as the content of a reasoning item, are told. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const { result } = await driver.execute([{ role: 'user', content: 'Hello.' }], { model: 'gpt-5.5' });
  assert.match(JSON.stringify(result), /I have a station in Ushuaia/);
}
