import assert from 'node:assert/strict';
import { concat } from '@langchain/core/utils/stream';
import { ChatMistralAI } from '@langchain/mistralai';

/** A stream says why it ended. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  let whole;
  for await (const chunk of await model.stream('Hello.')) whole = whole ? concat(whole, chunk) : chunk;
  assert.ok(whole.response_metadata.finishReason, 'there is no finish reason');
}
