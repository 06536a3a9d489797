import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

const candidates = [{ content: { parts: [{ text: 'Hello.' }], role: 'model' }, finishReason: 'STOP', index: 0 }];

/** A comment in a stream of server-sent events means nothing, and the events around it are read. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`: nothing new\n\ndata: ${JSON.stringify({ candidates })}\n\n`);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  // The error comes twice, and nobody can catch the second one: see google-rejection-unhandled.mjs.
  const unheard = () => {};
  process.on('unhandledRejection', unheard);
  const read = async () => {
    for await (const _ of await model.stream('Hello.'));
  };
  try {
    await assert.doesNotReject(read);
  } finally {
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unheard);
    server.close();
  }
}
