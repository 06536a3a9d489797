import assert from 'node:assert/strict';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** An error that comes with a good status is told in Google's words. */
export default async function reproduce({ baseUrl, mode }) {
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const call = async () => {
    if (mode !== 'stream') return model.invoke('Hello.');
    for await (const _ of await model.stream('Hello.'));
  };
  await assert.rejects(call, /not offered where you are/);
}
