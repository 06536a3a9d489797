import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';

/** The result of a call stands first behind it, as Anthropic demands, whatever the user said in between. */
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
    new HumanMessage('And be quick.'),
    new ToolMessage({ tool_call_id: 'toolu_1', content: 'sunny' }),
  ];
  await model.invoke(messages).catch(() => {});
  assert.equal(requests[0].messages[2].content[0]?.type, 'tool_result');
}
