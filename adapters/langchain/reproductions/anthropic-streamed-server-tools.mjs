import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import { concat } from '@langchain/core/utils/stream';

/** All blocks of a stream are in its message, and calls of the provider's tools have what they were asked. */
export default async function reproduce({ baseUrl }) {
  const came = [];
  const listening = async (...asked) => {
    const response = await fetch(...asked);
    came.push(response.clone().text());
    return response;
  };
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
    clientOptions: { fetch: listening },
  });
  const tools = [{ type: 'code_execution_20260521', name: 'code_execution' }];
  let whole;
  for await (const chunk of await model.stream('Use your tools.', { tools }))
    whole = whole ? concat(whole, chunk) : chunk;

  const started = (await came[0]).matchAll(/^data: ?(.*"content_block_start".*)$/gm);
  const types = [...started].map(([, data]) => JSON.parse(data).content_block.type);
  const kept = whole.content.filter(({ type }) => type !== 'input_json_delta');
  assert.deepEqual([...new Set(kept.map(({ type }) => type))].sort(), [...new Set(types)].sort());
  for (const { input } of kept.filter(({ type }) => type === 'server_tool_use')) assert.notEqual(input, '');
}
