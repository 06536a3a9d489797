import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatAnthropic } from '@langchain/anthropic';

const usage = { input_tokens: 1, output_tokens: 1 };
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-5-5', content: [], usage };
const events = [
  { type: 'message_start', message },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half an ans' } },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
];

/** A stream that ends without its message_stop ends with an error. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const anthropicApiUrl = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatAnthropic({ model: 'claude-sonnet-5-5', apiKey: 'key', anthropicApiUrl, maxRetries: 0 });
  try {
    await assert.rejects(async () => {
      for await (const _ of await model.stream('Hello.'));
    });
  } finally {
    server.close();
  }
}
