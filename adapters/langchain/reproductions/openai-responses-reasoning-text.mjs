import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** Reasoning that is told in full is a block of the message. */
export default async function reproduce() {
  const content = [{ type: 'reasoning_text', text: 'Both lie far in the south.' }];
  const output = [{ type: 'reasoning', id: 'rs_1', summary: [], content }];
  const fetch = async () => Response.json({ id: 'resp_1', model: 'gpt-5.5', status: 'completed', output });
  const configuration = { fetch };
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    useResponsesApi: true,
    configuration,
  });
  const { contentBlocks } = await model.invoke('Think.');
  assert.equal(contentBlocks[0].reasoning, content[0].text);
}
