import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ChatMistralAI } from '@langchain/mistralai';

const message = { role: 'assistant', content: 'Hello.' };
const answer = {
  id: 'cmpl_1',
  object: 'chat.completion',
  created: 0,
  model: 'mistral-medium-latest',
  choices: [{ index: 0, message, finish_reason: 'stop' }, { type: 'added_later' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

/** An answer is read, though something in it is new. */
export default async function reproduce() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const serverURL = `http://127.0.0.1:${server.address().port}`;
  const model = new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL, maxRetries: 0 });
  try {
    await assert.doesNotReject(() => model.invoke('Hello.'));
  } finally {
    server.close();
  }
}
