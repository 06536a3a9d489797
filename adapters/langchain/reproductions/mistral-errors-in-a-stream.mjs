import assert from 'node:assert/strict';
import { ChatMistralAI } from '@langchain/mistralai';

/** An error within a stream is told in the provider's words. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  await assert.rejects(async () => {
    for await (const _ of await model.stream('Hello.'));
  }, /stopped working|Internal server error/);
}
