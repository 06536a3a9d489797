import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText, jsonSchema, tool } from 'ai';

/** That a function failed is flagged, as Converse has a member for it. */
export default async function reproduce({ baseUrl, requests }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const called = { toolCallId: 'call_1', toolName: 'get_weather' };
  const output = { type: 'error-text', value: 'station offline' };
  await generateText({
    model: bedrock('us.anthropic.claude-sonnet-4-5-20250929-v1:0'),
    tools: { get_weather: tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }) }) },
    messages: [
      { role: 'user', content: 'What is the weather in Alta?' },
      { role: 'assistant', content: [{ type: 'tool-call', ...called, input: {} }] },
      { role: 'tool', content: [{ type: 'tool-result', ...called, output }] },
    ],
    maxRetries: 0,
  }).catch(() => {});
  const [{ toolResult }] = requests[0].messages[2].content;
  assert.equal(toolResult.status, 'error', JSON.stringify(toolResult));
}
