import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';

/** A function that cannot be one, for its name or its parameters, is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const driver = new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const named = { name: 'get weather!', input_schema: { type: 'object', properties: {} } };
  const typed = { name: 'get_weather', input_schema: { type: 'string' } };
  for (const tool of [named, typed]) {
    const options = { model: 'gpt-5.5', tools: [tool] };
    await driver.execute([{ role: 'user', content: 'Hello.' }], options).catch(() => {});
  }
  assert.equal(requests.length, 0);
}
