import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** A sound of the type audio/x-wav is one of the type audio/wav. */
export default async function reproduce({ baseUrl }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const file = { type: 'file', data: 'UklGRiQAAABXQVZF', mediaType: 'audio/x-wav' };
  const messages = [{ role: 'user', content: [file] }];
  await assert.doesNotReject(() => generateText({ model: openai.chat('gpt-5.5'), messages, maxRetries: 0 }));
}
