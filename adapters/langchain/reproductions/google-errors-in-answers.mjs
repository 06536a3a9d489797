import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

const said = { candidates: [{ content: { parts: [{ text: 'It ' }], role: 'model' }, index: 0 }] };
const failed = { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } };

/** An error in the midst of a stream ends it with an error, in Google's words. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end([said, failed].map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const read = async () => {
    for await (const _ of await model.stream('Hello.'));
  };
  try {
    await assert.rejects(read, /overloaded/);
  } finally {
    server.close();
  }
}
