import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatAnthropic } from '@langchain/anthropic';

/** Where a page comes in the place of an answer, the error says so. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html><body>Please sign in.</body></html>');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const anthropicApiUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatAnthropic({ model: 'claude-sonnet-5-5', apiKey: 'key', anthropicApiUrl, maxRetries: 0 });
  try {
    await assert.rejects(() => model.invoke('Hello.'), /html|JSON|content type/i);
  } finally {
    server.close();
  }
}
