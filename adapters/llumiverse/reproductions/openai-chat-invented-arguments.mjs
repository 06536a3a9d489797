import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** Arguments that are no JSON are not taken for an empty object, with which the function would be called. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const { tool_use } = await driver.execute(hello, { model: 'gpt-5.5' });
  assert.notDeepEqual(tool_use[0].tool_input, {});
}
