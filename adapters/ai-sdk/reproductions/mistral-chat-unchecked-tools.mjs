import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { generateText, jsonSchema, tool } from 'ai';

/** A function that has no name, or a schema of no object, is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const tools = {
    'no name at all!': tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }) }),
    no_object: tool({ inputSchema: jsonSchema({ type: 'string' }) }),
  };
  await generateText({ model, tools, prompt: 'Hi', maxRetries: 0 }).catch(() => {});
  assert.deepEqual(requests, []);
}
