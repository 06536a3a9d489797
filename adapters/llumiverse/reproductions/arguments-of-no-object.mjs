import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';

/** The arguments of a call are an object or null, as ToolUse types them. */
export default async function reproduce({ baseUrl }) {
  const driver = new AnthropicDriver({ apiKey: 'key', baseURL: baseUrl });
  const stream = await driver.stream([{ role: 'user', content: 'Hello.' }], { model: 'claude-sonnet-5-5' });
  await Array.fromAsync(stream);
  const inputs = stream.completion.tool_use.map(({ tool_input: input }) => input);
  assert.deepEqual(
    inputs.filter((input) => typeof input !== 'object' || Array.isArray(input)),
    [],
  );
}
