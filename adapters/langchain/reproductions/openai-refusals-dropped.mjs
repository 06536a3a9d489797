import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** What the model says to refuse is a block of its message. */
export default async function reproduce() {
  const message = { role: 'assistant', content: null, refusal: 'I cannot help with that.' };
  const body = { id: 'chatcmpl-1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
  const fetch = async () => Response.json(body);
  const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', maxRetries: 0, configuration: { fetch } });
  const { contentBlocks } = await model.invoke('Help me.');
  assert.deepEqual(contentBlocks, [{ type: 'refusal', refusal: message.refusal }]);
}
