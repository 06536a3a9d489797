import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText } from 'ai';

/** Calls and their results go back also when no tool is declared any more. */
export default async function reproduce({ baseUrl, requests }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const called = { toolCallId: 'call_1', toolName: 'get_weather' };
  await generateText({
    model: bedrock('us.amazon.nova-2-lite-v1:0'),
    messages: [
      { role: 'user', content: 'What is the weather in Oslo?' },
      { role: 'assistant', content: [{ type: 'tool-call', ...called, input: { city: 'Oslo' } }] },
      { role: 'tool', content: [{ type: 'tool-result', ...called, output: { type: 'text', value: 'sleet' } }] },
    ],
    maxRetries: 0,
  }).catch(() => {});
  assert.match(JSON.stringify(requests[0].messages), /sleet/);
}
