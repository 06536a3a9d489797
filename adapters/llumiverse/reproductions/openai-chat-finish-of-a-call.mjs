import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** An answer that calls a function ends with that, whole or streamed. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const { finish_reason, tool_use } = await completionOf(driver, 'stream', { model: 'gpt-5.5' });
  assert.deepEqual([finish_reason, tool_use.length], ['tool_use', 1]);
}

async function completionOf(driver, mode, options) {
  if (mode === 'complete') return driver.execute(hello, options);
  const stream = await driver.stream(hello, options);
  for await (const _ of stream);
  return stream.completion;
}
