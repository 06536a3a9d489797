import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import { concat } from '@langchain/core/utils/stream';

/** A call whose input came with the beginning of its block has it. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
  });
  const tools = [{ name: 'get_time', input_schema: { type: 'object' } }];
  let whole;
  for await (const chunk of await model.stream('How late is it?', { tools }))
    whole = whole ? concat(whole, chunk) : chunk;
  for (const { name, args } of whole.tool_calls) assert.notDeepEqual(args, {}, `${name} is called with nothing`);
}
