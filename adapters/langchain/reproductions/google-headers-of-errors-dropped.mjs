import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** When another try makes sense is told where the answer says it. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '7' });
    response.end('Later.');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const error = await model.invoke('Hello.').catch((thrown) => thrown);
  server.close();
  assert.notEqual(error.headers?.get('retry-after') ?? error.retryAfterMs, undefined);
}
