import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText, jsonSchema, tool } from 'ai';

/** A choice of one function leaves the others declared. */
export default async function reproduce({ baseUrl, requests }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const inputSchema = jsonSchema({ type: 'object', properties: { city: { type: 'string' } } });
  await generateText({
    model: bedrock('us.amazon.nova-2-lite-v1:0'),
    tools: { get_weather: tool({ inputSchema }), get_time: tool({ inputSchema }) },
    toolChoice: { type: 'tool', toolName: 'get_time' },
    prompt: 'What time is it in Vadsø?',
    maxRetries: 0,
  }).catch(() => {});
  assert.deepEqual(
    requests[0].toolConfig.tools.map(({ toolSpec }) => toolSpec.name),
    ['get_weather', 'get_time'],
  );
}
