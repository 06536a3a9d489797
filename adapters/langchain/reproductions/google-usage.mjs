import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

const candidates = [{ content: { parts: [{ text: 'Hi.' }], role: 'model' }, finishReason: 'STOP', index: 0 }];
const asked = { promptTokenCount: 10, toolUsePromptTokenCount: 5 };
const usageMetadata = { ...asked, candidatesTokenCount: 3, thoughtsTokenCount: 7, totalTokenCount: 25 };

/** Thoughts are counted among what came out, and what tools gave the model among what went in. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ candidates, usageMetadata }));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const { usage_metadata: usage } = await model.invoke('Hello.');
  server.close();
  assert.deepEqual([usage.input_tokens, usage.output_tokens], [15, 10]);
}
