import assert from 'node:assert/strict';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** Functions and tools of Google are declared together the way Google takes them. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const tools = [{ functionDeclarations: [{ name: 'get_weather', parameters }] }, { googleSearch: {} }];
  await model
    .bindTools(tools)
    .invoke('Hello.')
    .catch(() => {});
  assert.equal(requests[0].toolConfig?.includeServerSideToolInvocations, true);
}
