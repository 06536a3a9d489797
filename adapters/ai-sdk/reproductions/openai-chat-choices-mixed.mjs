import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { streamText } from 'ai';

/** Of several choices the text is that of one. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const { stream } = streamText({ model: openai.chat('gpt-5.5'), prompt: 'Hi', maxRetries: 0, onError: () => {} });
  let text = '';
  for await (const part of stream) if (part.type === 'text-delta') text += part.text;
  // The first choice is "Hammerfest.", the others begin with other words.
  assert.ok('Hammerfest.'.startsWith(text), `the text is ${JSON.stringify(text)}`);
}
