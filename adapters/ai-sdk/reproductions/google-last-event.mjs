import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { streamText } from 'ai';

/** A stream whose lines end with CR is read to its end. */
export default async function reproduce({ baseUrl }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const { stream } = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  const parts = [];
  for await (const part of stream) parts.push(part);
  assert.notEqual(parts.at(-1).finishReason, 'interrupted');
}
