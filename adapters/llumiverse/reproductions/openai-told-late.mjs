import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';

/** Words that the end of an item tells, and no piece before it, are told. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const stream = await driver.stream([{ role: 'user', content: 'Hello.' }], { model: 'gpt-5.5' });
  for await (const _ of stream);
  assert.match(JSON.stringify(stream.completion.result), /As of noon, I hope/);
}
