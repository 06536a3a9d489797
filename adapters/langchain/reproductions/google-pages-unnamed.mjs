import assert from 'node:assert/strict';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** That the answer is a page of HTML and not Google's can be seen from the error. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  await assert.rejects(() => model.invoke('Hello.'), /text\/html/);
}
