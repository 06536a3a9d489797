import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

const hello = [{ role: 'user', content: 'Hello.' }];

/** Arguments that are empty go back as JSON, which the API demands. */
export default async function reproduce({ baseUrl, requests, mode }) {
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
  const tools = [{ name: 'list_open_tickets', input_schema: { type: 'object', properties: {} } }];
  const { conversation, tool_use } = await completionOf(driver, mode, { model: 'gpt-5.5', tools });
  hello.splice(0, 1, { role: 'tool', tool_use_id: tool_use[0].id, content: 'none' });
  await completionOf(driver, mode, { model: 'gpt-5.5', tools, conversation });
  const called = requests[1].messages.find(({ tool_calls }) => tool_calls);
  assert.doesNotThrow(() => JSON.parse(called.tool_calls[0].function.arguments));
}

async function completionOf(driver, mode, options) {
  if (mode === 'complete') return driver.execute(hello, options);
  const stream = await driver.stream(hello, options);
  for await (const _ of stream);
  return stream.completion;
}
