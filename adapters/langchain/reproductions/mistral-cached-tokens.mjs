import assert from 'node:assert/strict';
import { ChatMistralAI } from '@langchain/mistralai';

/** How many tokens came from a cache is in usage_metadata. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  const { usage_metadata } = await model.invoke('Hello.');
  assert.notEqual(usage_metadata.input_token_details?.cache_read, undefined);
}
