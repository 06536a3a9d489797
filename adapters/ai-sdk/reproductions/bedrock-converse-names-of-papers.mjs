import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText } from 'ai';

/** Two papers whose names differ in the ending have two names. */
export default async function reproduce({ baseUrl, requests }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const content = [
    { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'tides.pdf' },
    { type: 'file', data: 'MSwyCg==', mediaType: 'text/csv', filename: 'tides.csv' },
  ];
  const model = bedrock('us.amazon.nova-2-lite-v1:0');
  await generateText({ model, messages: [{ role: 'user', content }], maxRetries: 0 }).catch(() => {});
  const [one, other] = requests[0].messages[0].content.map(({ document }) => document.name);
  assert.notEqual(one, other);
}
