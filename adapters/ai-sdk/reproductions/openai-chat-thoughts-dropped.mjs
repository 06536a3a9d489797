import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** That a thought of another model is not sent is said in a warning. */
export default async function reproduce({ baseUrl, requests }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const text = 'The user is in Norway.';
  const messages = [
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text },
        { type: 'text', text: 'Hello.' },
      ],
    },
    { role: 'user', content: 'How are you?' },
  ];
  const { warnings } = await generateText({ model: openai.chat('gpt-5.5'), messages, maxRetries: 0 });
  assert.ok(warnings.length > 0 || JSON.stringify(requests).includes(text), 'no thought, and no warning');
}
