import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** A message that has a call of an unknown kind can be read. */
export default async function reproduce() {
  const tool_calls = [{ id: 'call_1', type: 'added_later', added_later: {} }];
  const message = { role: 'assistant', content: null, tool_calls };
  const body = { id: 'chatcmpl-1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
  const fetch = async () => Response.json(body);
  const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', maxRetries: 0, configuration: { fetch } });
  const answer = await model.invoke('Hello.');
  assert.doesNotThrow(() => answer.contentBlocks);
}
