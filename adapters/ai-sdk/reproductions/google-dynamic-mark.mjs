import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { streamText } from 'ai';

/** The result of a tool that was not declared is marked as dynamic in a stream too. */
export default async function reproduce({ baseUrl }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const tools = { google_search: google.tools.googleSearch({}) };
  const { stream } = streamText({ model, tools, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  const results = parts.filter(({ type }) => type === 'tool-result');
  assert.ok(results.every(({ dynamic }) => dynamic === true));
}
