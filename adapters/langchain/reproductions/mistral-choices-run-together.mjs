import assert from 'node:assert/strict';
import { concat } from '@langchain/core/utils/stream';
import { ChatMistralAI } from '@langchain/mistralai';

/** What the choices of a stream say, and why they ended, does not run together. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  let whole;
  for await (const chunk of await model.stream('Hello.')) whole = whole ? concat(whole, chunk) : chunk;
  assert.ok(['stop', 'length'].includes(whole.response_metadata.finishReason), whole.response_metadata.finishReason);
}
