import assert from 'node:assert/strict';
import { HumanMessage } from '@langchain/core/messages';
import { ChatMistralAI } from '@langchain/mistralai';

/** An answer of the model can go back to it, with the thought that it holds. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL: baseUrl, maxRetries: 0 });
  const question = new HumanMessage('Think.');
  const answer = await model.invoke([question]);
  await assert.doesNotReject(() => model.invoke([question, answer, new HumanMessage('Go on.')]));
}
