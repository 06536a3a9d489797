import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';

/** A call that is given up while it waits for its answer ends, and its request with it. */
export default async function reproduce() {
  const caller = new AbortController();
  let isGivenUp = false;
  const server = createServer((_, response) => {
    response.on('close', () => {
      isGivenUp = !response.writableFinished;
    });
    caller.abort();
    setTimeout(() => response.end('{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}]}'), 100);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });
  const ended = await model.invoke('Hello.', { signal: caller.signal }).then(
    () => 'with an answer',
    () => 'with an error',
  );
  server.close();
  assert.deepEqual([ended, isGivenUp], ['with an error', true]);
}
