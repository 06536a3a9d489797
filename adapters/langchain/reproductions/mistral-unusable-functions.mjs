import assert from 'node:assert/strict';
import { ChatMistralAI } from '@langchain/mistralai';

/** A function that Mistral takes under no circumstances is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  const tools = [{ type: 'function', function: { name: 'get weather!', parameters: { type: 'string' } } }];
  await model.invoke('How is the weather?', { tools }).catch(() => {});
  assert.equal(requests.length, 0);
}
