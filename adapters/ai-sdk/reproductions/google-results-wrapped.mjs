import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { generateText } from 'ai';

/** What a function gave goes out as it is. */
export default async function reproduce({ baseUrl, requests }) {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  const model = google('gemini-3.8-flash');
  const call = { toolCallId: 'call_1', toolName: 'get_weather' };
  const output = { type: 'json', value: { sky: 'rain' } };
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
  ];
  await generateText({ model, messages, maxRetries: 0 }).catch(() => {});
  const { response } = requests[0].contents[2].parts[0].functionResponse;
  assert.deepEqual(response, output.value);
}
