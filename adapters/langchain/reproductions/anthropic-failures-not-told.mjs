import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';

/** A tool that failed is told as one that failed. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
  });
  const messages = [
    new HumanMessage('How is the weather?'),
    new AIMessage({ content: '', tool_calls: [{ type: 'tool_call', id: 'toolu_1', name: 'get_weather', args: {} }] }),
    new ToolMessage({ tool_call_id: 'toolu_1', content: 'station offline', status: 'error' }),
  ];
  await model.invoke(messages).catch(() => {});
  assert.equal(requests[0].messages[2].content[0].is_error, true);
}
