import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatMistralAI } from '@langchain/mistralai';

/** An answer that is no JSON ends the call, and leaves no rejection behind that nobody handles. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"id": "cmpl_1", "choices": [');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const serverURL = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL, maxRetries: 0 });
  const left = [];
  const listener = (reason) => left.push(reason);
  process.on('unhandledRejection', listener);
  try {
    await assert.rejects(() => model.invoke('Hello.'));
    await new Promise(setImmediate);
    assert.deepEqual(left, []);
  } finally {
    process.off('unhandledRejection', listener);
    server.close();
  }
}
