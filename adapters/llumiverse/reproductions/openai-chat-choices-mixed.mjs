import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** The words of two choices are not run together. */
export default async function reproduce({ baseUrl }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const { result } = await completionOf(driver, 'stream', { model: 'gpt-5.5' });
  assert.equal(result[0].value, 'Hammerfest.');
}

async function completionOf(driver, mode, options) {
  if (mode === 'complete') return driver.execute(hello, options);
  const stream = await driver.stream(hello, options);
  for await (const _ of stream);
  return stream.completion;
}
