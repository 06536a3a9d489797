import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';

/** A credential of the environment is not sent where the caller gave one. */
export default async function reproduce() {
  process.env.OPENAI_CUSTOM_HEADERS = 'api-key: of-somebody-else';
  const sent = [];
  const fetch = async (_, init) => {
    sent.push(new Headers(init.headers).get('api-key'));
    return Response.json({ id: 'chatcmpl-1', object: 'chat.completion', choices: [] });
  };
  const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', maxRetries: 0, configuration: { fetch } });
  await model.invoke('Hello.').catch(() => {});
  assert.deepEqual(sent, [null]);
}
