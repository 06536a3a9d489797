import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** Whether the provider keeps an answer is in its metadata. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    useResponsesApi: true,
    configuration: { baseURL: `${baseUrl}/v1` },
  });
  const { response_metadata } = await model.invoke('Hello.');
  assert.equal(response_metadata.store, false);
}
