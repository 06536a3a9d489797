import assert from 'node:assert/strict';
import { concat } from '@langchain/core/utils/stream';
import { ChatMistralAI } from '@langchain/mistralai';

/** The model that answered is named once. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  // The first answer may be one call, in one piece.
  for (let asked = 0; asked < 2; asked++) {
    let whole;
    for await (const chunk of await model.stream('Hello.')) whole = whole ? concat(whole, chunk) : chunk;
    assert.equal(whole.response_metadata.model, 'mistral-medium-latest');
  }
}
