import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

const events = [
  { candidates: [{ content: { parts: [{ text: 'A storm ' }], role: 'model' }, index: 0 }] },
  { candidates: [{ finishReason: 'SAFETY', index: 0 }] },
];

/** How a stream ended is told, also where its last event holds no word. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  let whole;
  try {
    for await (const chunk of await model.stream('Hello.')) whole = whole?.concat(chunk) ?? chunk;
  } finally {
    server.close();
  }
  assert.equal(whole.response_metadata.finishReason, 'SAFETY');
}
