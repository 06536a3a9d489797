import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** Why an answer ended is told, where it calls a function too. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const { finish_reason } = await driver.execute(hello, { model: 'gpt-5.5' });
  assert.notEqual(finish_reason, 'tool_use');
}
