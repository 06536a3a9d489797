import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { generateText } from 'ai';

/** Answers that were withheld end with the finish reason "content-filter". */
export default async function reproduce({ baseUrl }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const reasons = [];
  for (let i = 0; i < 4; i++) {
    const { finishReason } = await generateText({ model, prompt: 'Hi', maxRetries: 0 }).catch(() => ({}));
    if (finishReason !== undefined) reasons.push(finishReason);
  }
  assert.ok(!reasons.includes('other'), reasons.join(', '));
}
