import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { generateText } from 'ai';

/** The result of a call that nobody made is refused before anything is sent. */
export default async function reproduce({ baseUrl, requests }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const output = { type: 'text', value: '06:12' };
  const result = { type: 'tool-result', toolCallId: 'call_lost', toolName: '', output };
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'tool', content: [result] },
  ];
  await generateText({ model, messages, maxRetries: 0 }).catch(() => {});
  assert.deepEqual(requests, []);
}
