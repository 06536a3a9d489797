import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { generateText } from 'ai';

/** An error that comes with a good status is told as one. */
export default async function reproduce({ baseUrl }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  await assert.rejects(() => generateText({ model, prompt: 'Hi', maxRetries: 0 }));
}
