import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { generateText, jsonSchema, tool } from 'ai';

/** Arguments that come as an object, as Mistral's own types allow it, are read. */
export default async function reproduce({ baseUrl }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const tools = { get_weather: tool({ inputSchema: jsonSchema({ type: 'object' }) }) };
  const options = { model, tools, maxRetries: 0 };
  // In one of the cases the second answer has them.
  await assert.doesNotReject(async () => {
    await generateText({ ...options, prompt: 'Hi' });
    await generateText({ ...options, prompt: 'Hi again' });
  });
}
