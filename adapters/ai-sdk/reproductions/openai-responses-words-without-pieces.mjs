import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { streamText } from 'ai';

/** Words that come with the end of their message alone are told. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  const text = parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
  assert.match(text, /Glittertind/);
}
