import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** Where a page comes in the place of an answer, the error says so. */
export default async function reproduce() {
  const page = async () => new Response('<html>Please sign in.</html>', { headers: { 'content-type': 'text/html' } });
  const configuration = { fetch: page };
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    useResponsesApi: true,
    configuration,
  });
  await assert.rejects(
    () => model.invoke('Hello.'),
    (error) => !(error instanceof TypeError),
  );
}
