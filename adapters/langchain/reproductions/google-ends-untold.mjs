import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

const usageMetadata = { promptTokenCount: 10, totalTokenCount: 10 };
const candidates = [
  { finishReason: 'UNEXPECTED_TOOL_CALL', finishMessage: 'Unexpected tool call: get_weather', index: 0 },
];

/** Of an answer without a word, the provider's words for why and the tokens that it cost are told. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ candidates, usageMetadata }));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const told = await model.invoke('Hello.').catch((error) => error);
  server.close();
  const said = JSON.stringify({ ...told, message: told.message });
  assert.deepEqual([said.includes('Unexpected tool call: get_weather'), 'usage_metadata' in told], [true, true]);
}
