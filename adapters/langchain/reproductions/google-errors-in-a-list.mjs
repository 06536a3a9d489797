import assert from 'node:assert/strict';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** An error that comes in a list, as Google sends it where a stream was asked for, is told in Google's words. */
export default async function reproduce({ baseUrl }) {
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const error = await model.stream('Hello.').catch((thrown) => thrown);
  assert.match(error.message, /\[\d{3} [^\]]*\] \w/);
}
