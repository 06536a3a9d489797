import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText } from 'ai';

/** What Bedrock takes no address of is refused, and nobody is asked for it. */
export default async function reproduce({ baseUrl }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const model = bedrock('us.amazon.nova-2-lite-v1:0');
  const { fetch } = globalThis;
  const asked = [];
  globalThis.fetch = async (url, init) => {
    if (String(url).startsWith(baseUrl)) return fetch(url, init);
    asked.push(String(url));
    throw new TypeError('no network');
  };
  const file = { type: 'file', data: new URL('https://example.com/tides.pdf'), mediaType: 'application/pdf' };
  await generateText({ model, messages: [{ role: 'user', content: [file] }], maxRetries: 0 }).catch(() => {});
  assert.deepEqual(asked, []);
}
