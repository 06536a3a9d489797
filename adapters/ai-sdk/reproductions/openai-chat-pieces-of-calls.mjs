import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { jsonSchema, streamText, tool } from 'ai';

/** Calls arrive whole, whatever servers leave out of their pieces. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const tools = { get_weather: tool({ inputSchema: jsonSchema({ type: 'object' }) }) };
  const { stream } = streamText({
    model: openai.chat('gpt-5.5'),
    tools,
    prompt: 'What is the weather in Bergen, and in Kraków?',
    maxRetries: 0,
    onError: () => {},
  });
  for await (const part of stream) assert.notEqual(part.type, 'error', String(part.error?.name));
}
