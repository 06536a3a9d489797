import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** What is said before a tool is used stands before it, though more is said behind it. */
export default async function reproduce() {
  const say = (id, text) => ({
    type: 'message',
    id,
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  });
  const search = {
    type: 'web_search_call',
    id: 'ws_1',
    status: 'completed',
    action: { type: 'search', query: 'height' },
  };
  const output = [say('msg_1', 'One moment.'), search, say('msg_2', 'It is 2469 m high.')];
  const fetch = async () => Response.json({ id: 'resp_1', model: 'gpt-5.5', status: 'completed', output });
  const configuration = { fetch };
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    useResponsesApi: true,
    configuration,
  });
  const { contentBlocks } = await model.invoke('How high is it?');
  assert.equal(contentBlocks[0].text, 'One moment.');
}
