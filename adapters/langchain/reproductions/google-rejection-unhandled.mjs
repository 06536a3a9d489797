import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** Who catches what a torn stream throws has caught all: no rejection is left that nobody can handle, and that ends the process. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"candidates":[{"content":{"parts":[{"text":"Half an ans');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const unhandled = [];
  const heed = ({ message }) => unhandled.push(message);
  process.on('unhandledRejection', heed);
  try {
    for await (const _ of await model.stream('Hello.'));
  } catch {
    // As it should be.
  }
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', heed);
  server.close();
  assert.deepEqual(unhandled, []);
}
