import assert from 'node:assert/strict';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatMistralAI } from '@langchain/mistralai';

/** No word of the user stands right behind a result, which Mistral refuses. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  const tool_calls = [{ type: 'tool_call', id: 'abcdefgh1', name: 'get_weather', args: {} }];
  const messages = [
    new HumanMessage('How is the weather?'),
    new AIMessage({ content: '', tool_calls }),
    new ToolMessage({ tool_call_id: 'abcdefgh1', content: 'sunny' }),
    new HumanMessage('And be quick.'),
  ];
  await model.invoke(messages).catch(() => {});
  const roles = (requests[0]?.messages ?? []).map(({ role }) => role).join(' ');
  assert.doesNotMatch(roles, /tool user/);
}
