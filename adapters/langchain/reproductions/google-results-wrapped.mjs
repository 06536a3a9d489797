import assert from 'node:assert/strict';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** What a function gave goes out under "output", and why it failed under "error", as Google documents. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const call = { type: 'tool_call', id: 'call-1', name: 'get_weather', args: {} };
  const messages = [
    new HumanMessage('Hello.'),
    new AIMessage({ content: '', tool_calls: [call, { ...call, id: 'call-2' }] }),
    new ToolMessage({ tool_call_id: 'call-1', name: 'get_weather', content: '{"sky":"rain"}' }),
    new ToolMessage({ tool_call_id: 'call-2', name: 'get_weather', content: 'no station', status: 'error' }),
  ];
  await model.invoke(messages).catch(() => {});
  const responses = requests[0].contents.slice(2).map(({ parts }) => parts[0].functionResponse.response);
  assert.deepEqual(responses, [{ output: '{"sky":"rain"}' }, { error: 'no station' }]);
}
