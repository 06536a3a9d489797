import assert from 'node:assert/strict';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatMistralAI } from '@langchain/mistralai';

/** What the model said beside a call goes back with the call. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  const tool_calls = [{ type: 'tool_call', id: 'abcdefgh1', name: 'get_weather', args: {} }];
  const messages = [
    new HumanMessage('How is the weather?'),
    new AIMessage({ content: 'Let me look.', tool_calls }),
    new ToolMessage({ tool_call_id: 'abcdefgh1', content: 'sunny' }),
  ];
  await model.invoke(messages).catch(() => {});
  assert.equal(requests[0].messages[1].content, 'Let me look.');
}
