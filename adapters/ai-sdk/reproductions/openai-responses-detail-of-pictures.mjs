import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** A picture is sent with the "detail" that the types of OpenAI's SDK demand. */
export default async function reproduce({ baseUrl, requests }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const file = { type: 'file', data: new URL('https://example.com/buoy.png'), mediaType: 'image/png' };
  await generateText({ model, messages: [{ role: 'user', content: [file] }], maxRetries: 0 });
  assert.ok('detail' in requests[0].input[0].content[0]);
}
