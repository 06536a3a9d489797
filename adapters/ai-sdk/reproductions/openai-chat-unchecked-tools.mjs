import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, tool } from 'ai';

/** A function that has no name, or a schema of no object, is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const tools = {
    'no name at all!': tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }) }),
    no_object: tool({ inputSchema: jsonSchema({ type: 'string' }) }),
  };
  await generateText({ model: openai.chat('gpt-5.5'), tools, prompt: 'Hi', maxRetries: 0 }).catch(() => {});
  assert.deepEqual(requests, []);
}
