import assert from 'node:assert/strict';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** A call that was given up before it began sends nothing. */
export default async function reproduce({ baseUrl, requests }) {
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const read = async () => {
    for await (const _ of await model.stream('Hello.', { signal: AbortSignal.abort() }));
  };
  await read().catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(requests, []);
}
