import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { HumanMessage } from '@langchain/core/messages';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

const parts = [{ text: 'Let me look.', thoughtSignature: 'c3RhdGU=' }, { text: ' Rain.' }];
const candidates = [{ content: { parts, role: 'model' }, finishReason: 'STOP', index: 0 }];

/** A signature that Google puts on words, or on code, goes back with them. */
export default async function reproduce() {
  const bodies = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    bodies.push(body);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ candidates }));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const asked = new HumanMessage('Hello.');
  const answer = await model.invoke([asked]);
  await model.invoke([asked, answer, asked]);
  server.close();
  assert.match(bodies[1], /c3RhdGU=/);
}
