import assert from 'node:assert/strict';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** A function whose name is none, or whose parameters are no object, is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const parameters = { type: 'object', properties: {} };
  const functionDeclarations = [
    { name: 'get weather!', parameters },
    { name: 'look', parameters: { type: 'string' } },
  ];
  await model
    .bindTools([{ functionDeclarations }])
    .invoke('Hello.')
    .catch(() => {});
  assert.deepEqual(requests, []);
}
