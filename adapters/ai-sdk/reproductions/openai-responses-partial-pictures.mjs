import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { streamText } from 'ai';

/** A partial picture is told apart from the last one. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { image_generation: openai.tools.imageGeneration({ partialImages: 2 }) };
  const { stream } = streamText({ model, tools, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  const results = parts.filter(({ type, preliminary }) => type === 'tool-result' && !preliminary);
  assert.equal(results.length, 1);
}
