import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** A function that cannot be one, for its name or its parameters, is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const named = { name: 'get weather!', input_schema: { type: 'object', properties: {} } };
  const typed = { name: 'get_weather', input_schema: { type: 'string' } };
  for (const tool of [named, typed]) {
    await driver.execute(hello, { model: 'gpt-5.5', tools: [tool] }).catch(() => {});
  }
  assert.equal(requests.length, 0);
}
