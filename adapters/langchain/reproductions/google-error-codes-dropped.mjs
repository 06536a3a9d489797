import assert from 'node:assert/strict';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** The code of an error ("RESOURCE_EXHAUSTED"), by which Google tells one from the other, is told. */
export default async function reproduce({ baseUrl, mode }) {
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const call = async () => {
    if (mode !== 'stream') return model.invoke('Hello.');
    for await (const _ of await model.stream('Hello.'));
  };
  const error = await call().catch((thrown) => thrown);
  const said = [error.message, ...Object.values(error)].map((value) => JSON.stringify(value)).join();
  assert.match(said, /RESOURCE_EXHAUSTED|INVALID_ARGUMENT/);
}
