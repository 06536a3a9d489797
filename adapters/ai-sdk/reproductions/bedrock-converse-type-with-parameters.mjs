import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText } from 'ai';

/** A media type with parameters is of the format that it names. */
export default async function reproduce({ baseUrl, requests }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const file = { type: 'file', data: 'PHA+', mediaType: 'text/html; charset=utf-8', filename: 'tides.html' };
  const model = bedrock('us.amazon.nova-2-lite-v1:0');
  await generateText({ model, messages: [{ role: 'user', content: [file] }], maxRetries: 0 }).catch(() => {});
  assert.equal(requests[0]?.messages[0].content[0].document.format, 'html');
}
