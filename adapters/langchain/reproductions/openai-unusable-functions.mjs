import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** A function that OpenAI takes under no circumstances is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    configuration: { baseURL: `${baseUrl}/v1` },
  });
  const tools = [{ type: 'function', function: { name: 'get weather!', parameters: { type: 'string' } } }];
  await model.invoke('How is the weather?', { tools }).catch(() => {});
  assert.equal(requests.length, 0);
}
