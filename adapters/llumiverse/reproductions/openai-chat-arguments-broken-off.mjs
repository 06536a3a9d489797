import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** A call whose arguments are no JSON reaches the caller, who can tell the model so. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const consume = async () => {
    const stream = await driver.stream(hello, { model: 'gpt-5.5' });
    for await (const _ of stream);
    assert.equal(stream.completion.tool_use?.length, 1);
  };
  await assert.doesNotReject(consume);
}
