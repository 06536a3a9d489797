import assert from 'node:assert/strict';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';

/** What the user shows is sent, or refused: it is not left out. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    configuration: { baseURL: `${baseUrl}/v1` },
  });
  const file = { type: 'file', url: 'https://papers.example/one.pdf', mimeType: 'application/pdf' };
  const contentBlocks = [{ type: 'text', text: 'What is this?' }, file];
  await model.invoke([new HumanMessage({ contentBlocks })]).catch(() => {});
  assert.ok(
    requests.length === 0 || requests[0].messages[0].content.length === 2,
    'the file is neither sent nor refused',
  );
}
