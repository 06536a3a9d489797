import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';

/** A temperature is sent, or refused: it is not left out. */
export default async function reproduce({ baseUrl, requests }) {
  const driver = new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const options = { model: 'gpt-5.5', model_options: { _option_id: 'openai-text', temperature: 0 } };
  await driver.execute([{ role: 'user', content: 'Hello.' }], options).catch(() => {});
  assert.ok(requests.length === 0 || requests[0].temperature === 0);
}
