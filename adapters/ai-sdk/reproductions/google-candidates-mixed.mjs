import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { streamText } from 'ai';

/** Of several candidates the text is that of one. */
export default async function reproduce({ baseUrl }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  const text = parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
  assert.doesNotMatch(text, /Another answer/);
}
