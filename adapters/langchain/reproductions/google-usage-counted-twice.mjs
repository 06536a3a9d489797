import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

const piece = (text, more = {}) => ({
  candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0 }],
  ...more,
});
const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 };
const events = [piece('Hel', { usageMetadata }), piece('lo.')];

/** A piece that says nothing of tokens adds none. */
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
  assert.equal(whole.usage_metadata.input_tokens, 10);
}
