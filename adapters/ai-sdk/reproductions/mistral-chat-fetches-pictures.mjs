import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { generateText } from 'ai';

/** A picture at an address is left to Mistral, which fetches it. */
export default async function reproduce({ baseUrl }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const { fetch } = globalThis;
  const asked = [];
  globalThis.fetch = async (url, init) => {
    if (String(url).startsWith(baseUrl)) return fetch(url, init);
    asked.push(String(url));
    throw new TypeError('no network');
  };
  const file = { type: 'file', data: new URL('https://example.com/sky.jpg'), mediaType: 'image/jpeg' };
  await generateText({ model, messages: [{ role: 'user', content: [file] }], maxRetries: 0 }).catch(() => {});
  assert.deepEqual(asked, []);
}
