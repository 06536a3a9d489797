import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { streamText } from 'ai';

/** An error that comes within a list is told in Google's words. */
export default async function reproduce({ baseUrl }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  const errors = parts.filter(({ type }) => type === 'error').map(({ error }) => error.message);
  assert.doesNotMatch(errors.join(), /Too Many Requests|Bad Request/);
}
