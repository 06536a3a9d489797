import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** An error that comes with a good status is told in the provider's words. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    configuration: { baseURL: `${baseUrl}/v1` },
  });
  await assert.rejects(() => model.invoke('Hello.'), /The model is busy/);
}
