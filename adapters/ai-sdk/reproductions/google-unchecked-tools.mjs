import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { generateText, jsonSchema, tool } from 'ai';

/** A function that has no name, or a schema of no object, is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const tools = {
    'no name at all!': tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }) }),
    no_object: tool({ inputSchema: jsonSchema({ type: 'string' }) }),
  };
  await generateText({ model, tools, prompt: 'Hi', maxRetries: 0 }).catch(() => {});
  assert.deepEqual(requests, []);
}
