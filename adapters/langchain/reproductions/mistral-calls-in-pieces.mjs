import assert from 'node:assert/strict';
import { concat } from '@langchain/core/utils/stream';
import { ChatMistralAI } from '@langchain/mistralai';

/** A call that comes in pieces has its arguments. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  let whole;
  for await (const chunk of await model.stream('Hello.')) whole = whole ? concat(whole, chunk) : chunk;
  for (const { name, args } of whole.tool_calls) assert.notDeepEqual(args, {}, `${name} is called with nothing`);
}
