import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { HumanMessage } from '@langchain/core/messages';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

const parts = [{ text: 'Look.' }, { inlineData: { mimeType: 'image/png', data: 'aGk=' } }];
const candidates = [{ content: { parts, role: 'model' }, finishReason: 'STOP', index: 0 }];

/** What the library made of an answer can be sent back to it, whatever stood in the answer. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ candidates }));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const asked = new HumanMessage('Hello.');
  try {
    const answer = await model.invoke([asked]);
    await assert.doesNotReject(() => model.invoke([asked, answer, asked]));
  } finally {
    server.close();
  }
}
