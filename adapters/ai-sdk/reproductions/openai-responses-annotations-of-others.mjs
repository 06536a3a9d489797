import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { streamText } from 'ai';

/** A message ends with its own annotations. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  const ends = parts.filter(({ type }) => type === 'text-end').map((part) => part.citations ?? []);
  const first = new Set(ends[0]?.map(({ source }) => source.url ?? source.title));
  assert.equal(first.size, 0, [...first].join(', '));
}
