import assert from 'node:assert/strict';
import { ChatMistralAI } from '@langchain/mistralai';

/** A call whose arguments come as an object is a call. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  // Which of the answers has them is the recording's matter.
  for (let asked = 0; asked < 2; asked++) {
    const { invalid_tool_calls } = await model.invoke('How is the weather?');
    for (const { args } of invalid_tool_calls) assert.equal(typeof args, 'string', 'an object is called invalid');
  }
}
