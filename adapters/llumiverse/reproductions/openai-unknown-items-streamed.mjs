import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';

/** What a tool gave that the library does not know is told, and not dropped. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const stream = await driver.stream([{ role: 'user', content: 'Hello.' }], { model: 'gpt-5.5' });
  for await (const _ of stream);
  const { result, tool_use } = stream.completion;
  assert.match(JSON.stringify([result, tool_use]), /what was not known|added_later/);
}
