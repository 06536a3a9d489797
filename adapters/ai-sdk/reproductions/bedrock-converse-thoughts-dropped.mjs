import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText } from 'ai';

/** A thought without a signature goes out, or a warning says that it does not. */
export default async function reproduce({ baseUrl, requests }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const { warnings = [] } = await generateText({
    model: bedrock('us.amazon.nova-2-lite-v1:0'),
    messages: [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'A greeting.' },
          { type: 'text', text: 'Hello.' },
        ],
      },
      { role: 'user', content: 'Go on.' },
    ],
    maxRetries: 0,
  });
  assert.ok(warnings.length > 0 || JSON.stringify(requests).includes('A greeting.'));
}
