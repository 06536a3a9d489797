import assert from 'node:assert/strict';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatMistralAI } from '@langchain/mistralai';

/** A call whose arguments are no JSON goes back, so that its result answers something. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  const call = { type: 'invalid_tool_call', id: 'abcdefgh1', name: 'get_weather', args: '{"city": }' };
  const messages = [
    new HumanMessage('How is the weather?'),
    new AIMessage({ content: 'Let me look.', invalid_tool_calls: [call] }),
    new ToolMessage({ tool_call_id: 'abcdefgh1', content: 'no JSON', status: 'error' }),
  ];
  await model.invoke(messages).catch(() => {});
  assert.equal(requests[0].messages[1].tool_calls?.[0].id, 'abcdefgh1');
}
