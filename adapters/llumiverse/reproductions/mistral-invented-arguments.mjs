import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';

const hello = [{ role: 'user', content: 'Hello.' }];

/** Arguments that are no JSON are not taken for an empty object, with which the function would be called. */
export default async function reproduce({ baseUrl }) {
  const driver = new MistralAIDriver({ apiKey: 'key', endpoint_url: baseUrl });
  const { tool_use } = await driver.execute(hello, { model: 'mistral-medium-latest' });
  assert.notDeepEqual(tool_use[0].tool_input, {});
}
