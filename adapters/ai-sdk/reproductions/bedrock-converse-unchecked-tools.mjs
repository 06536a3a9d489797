import assert from 'node:assert/strict';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { generateText, jsonSchema, tool } from 'ai';

/** A function that has no name, or a schema of no object, is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const bedrock = createAmazonBedrock({ baseURL: baseUrl, region: 'us-east-1', apiKey: 'key' });
  const tools = {
    'no name at all!': tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }) }),
    no_object: tool({ inputSchema: jsonSchema({ type: 'string' }) }),
  };
  const model = bedrock('us.amazon.nova-2-lite-v1:0');
  await generateText({ model, tools, prompt: 'Hi', maxRetries: 0 }).catch(() => {});
  assert.deepEqual(requests, []);
}
