import assert from 'node:assert/strict';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';

/** Sound goes out as what it is: audio/mpeg is the type of MP3. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    configuration: { baseURL: `${baseUrl}/v1` },
  });
  const contentBlocks = [{ type: 'audio', mimeType: 'audio/mpeg', data: '//uQxAAAAA==' }];
  await model.invoke([new HumanMessage({ contentBlocks })]).catch(() => {});
  assert.equal(requests[0].messages[0].content[0].input_audio.format, 'mp3');
}
