import assert from 'node:assert/strict';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** A call goes back under the id that Google gave it, and its result under the same. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const call = { type: 'tool_call', id: 'call-1', name: 'get_weather', args: {} };
  const messages = [
    new HumanMessage('Hello.'),
    new AIMessage({ content: '', tool_calls: [call] }),
    new ToolMessage({ tool_call_id: 'call-1', name: 'get_weather', content: 'rain' }),
  ];
  await model.invoke(messages).catch(() => {});
  const [, { parts: called }, { parts: answered }] = requests[0].contents;
  assert.deepEqual([called[0].functionCall.id, answered[0].functionResponse.id], ['call-1', 'call-1']);
}
