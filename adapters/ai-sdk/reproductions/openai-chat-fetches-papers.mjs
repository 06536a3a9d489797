import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** A file at an address that the API does not fetch is refused, and nobody else is asked for it. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const asked = [];
  globalThis.fetch = async (url) => {
    asked.push(new URL(url).pathname);
    throw new TypeError('no network');
  };
  const file = { type: 'file', data: new URL('https://example.com/tides.pdf'), mediaType: 'application/pdf' };
  const messages = [{ role: 'user', content: [file] }];
  await generateText({ model: openai.chat('gpt-5.5'), messages, maxRetries: 0 }).catch(() => {});
  assert.deepEqual(asked, []);
}
