import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** How much of the input was read from a cache is told. */
export default async function reproduce({ baseUrl, mode }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const { token_usage } = await completionOf(driver, mode, { model: 'gpt-5.5' });
  assert.notEqual(token_usage.prompt_cached, undefined);
}

async function completionOf(driver, mode, options) {
  if (mode === 'complete') return driver.execute(hello, options);
  const stream = await driver.stream(hello, options);
  for await (const _ of stream);
  return stream.completion;
}
