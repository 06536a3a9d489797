import assert from 'node:assert/strict';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';

/** A conversation goes on, though an answer had an item that is new. */
export default async function reproduce() {
  const output = [{ type: 'added_later', id: 'al_1' }];
  const fetch = async () => Response.json({ id: 'resp_1', model: 'gpt-5.5', status: 'completed', output });
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    useResponsesApi: true,
    zdrEnabled: true,
    configuration: { fetch },
  });
  const question = new HumanMessage('Hello.');
  const answer = await model.invoke([question]);
  await assert.doesNotReject(() => model.invoke([question, answer, new HumanMessage('Go on.')]));
}
