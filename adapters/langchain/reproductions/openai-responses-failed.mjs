import assert from 'node:assert/strict';
import { concat } from '@langchain/core/utils/stream';
import { ChatOpenAI } from '@langchain/openai';

/** A response that fails within a stream is an error. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    useResponsesApi: true,
    configuration: { baseURL: `${baseUrl}/v1` },
  });
  let whole;
  await assert.rejects(async () => {
    for await (const chunk of await model.stream('Hello.')) whole = whole ? concat(whole, chunk) : chunk;
  });
}
