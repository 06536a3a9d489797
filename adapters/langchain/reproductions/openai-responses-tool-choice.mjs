import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** A tool choice that is a word is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    useResponsesApi: true,
    configuration: { baseURL: `${baseUrl}/v1` },
  });
  const tools = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }];
  await model.invoke('Hello.', { tools, tool_choice: 'required' }).catch(() => {});
  assert.equal(requests[0].tool_choice, 'required');
}
