import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText } from 'ai';

/** A call of a tool that the provider runs (type "server_tool_use") is not told as one that the application has to answer. */
export default async function reproduce({ baseUrl }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const model = bedrock('us.amazon.nova-2-lite-v1:0');
  const { toolCalls } = await generateText({ model, prompt: 'Hi', maxRetries: 0 });
  assert.deepEqual(
    toolCalls.filter(({ toolName, providerExecuted }) => toolName === 'added_later' && !providerExecuted),
    [],
  );
}
