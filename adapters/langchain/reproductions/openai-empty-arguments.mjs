import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** A call whose arguments are an empty text has none. */
export default async function reproduce() {
  const tool_calls = [{ id: 'call_1', type: 'function', function: { name: 'list_open_tickets', arguments: '' } }];
  const message = { role: 'assistant', content: null, tool_calls };
  const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
  const fetch = async () => Response.json({ id: 'chatcmpl-1', object: 'chat.completion', choices });
  const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', maxRetries: 0, configuration: { fetch } });
  const answer = await model.invoke('Which tickets are open?');
  assert.deepEqual(answer.invalid_tool_calls, []);
}
