import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';

/** A credential of the environment is not sent where the caller gave one. */
export default async function reproduce({ baseUrl }) {
  process.env.ANTHROPIC_CUSTOM_HEADERS = 'authorization: Bearer of-somebody-else';
  const sent = [];
  const listening = (url, init) => {
    sent.push(new Headers(init.headers).get('authorization'));
    return fetch(url, init);
  };
  const model = new ChatAnthropic({
    model: 'claude-sonnet-5-5',
    apiKey: 'key',
    anthropicApiUrl: baseUrl,
    maxRetries: 0,
    clientOptions: { authToken: null, fetch: listening },
  });
  await model.invoke('Hello.').catch(() => {});
  assert.deepEqual(sent, [null]);
}
