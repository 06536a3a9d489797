import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** A function that cannot be one, for its name or its parameters, is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const named = { name: 'get weather!', input_schema: { type: 'object', properties: {} } };
  const typed = { name: 'get_weather', input_schema: { type: 'string' } };
  for (const tool of [named, typed]) {
    await driver.execute(hello, { model: 'mistral-medium-latest', tools: [tool] }).catch(() => {});
  }
  assert.equal(requests.length, 0);
}
