import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';

/** A thought and its summary are told as two, and not run together. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const said = async () => {
    const stream = await driver.stream([{ role: 'user', content: 'Hello.' }], { model: 'gpt-5.5' });
    for await (const _ of stream);
    return stream.completion.result.map(({ value }) => value);
  };
  await said();
  assert.ok((await said()).includes('Comparing two towns by what is known.'));
}
