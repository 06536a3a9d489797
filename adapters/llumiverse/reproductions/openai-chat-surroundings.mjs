import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';

/** What the environment holds of somebody else is not sent where the caller gave a key and an endpoint. */
export default async function reproduce() {
  const sent = [];
  const server = createServer((request, response) => {
    sent.push(request.headers);
    response.writeHead(400).end();
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  process.env.OPENAI_CUSTOM_HEADERS = 'x-somebody: else';
  process.env.OPENAI_ORG_ID = 'of-somebody-else';
  const endpoint = `http://127.0.0.1:${server.address().port}/v1`;
  const driver = new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint });
  await driver.execute([{ role: 'user', content: 'Hello.' }], { model: 'gpt-5.5' }).catch(() => {});
  server.close();
  assert.deepEqual([sent[0]['x-somebody'], sent[0]['openai-organization']], [undefined, undefined]);
}
