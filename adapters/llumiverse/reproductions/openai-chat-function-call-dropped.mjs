import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** A call in the form of before, function_call, is told. */
export default async function reproduce({ baseUrl, mode }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const call = async () => JSON.stringify((await completionOf(driver, mode, { model: 'gpt-5.5' })).tool_use);
  assert.match(String(await call().catch(String)), /get_time/);
}

async function completionOf(driver, mode, options) {
  if (mode === 'complete') return driver.execute(hello, options);
  const stream = await driver.stream(hello, options);
  for await (const _ of stream);
  return stream.completion;
}
