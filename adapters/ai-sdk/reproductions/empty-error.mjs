import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, streamText } from 'ai';

/** A failure without a word is told in a way that Anthropic accepts: "content cannot be empty if `is_error` is true". */
export default async function reproduce({ baseUrl, mode, requests }) {
  const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const called = { toolCallId: 'call_1', toolName: 'get_weather' };
  const ask = mode === 'stream' ? streamText : generateText;
  const { text } = await ask({
    model: anthropic('claude-sonnet-5-5'),
    messages: [
      { role: 'user', content: 'What is the weather in Alta?' },
      { role: 'assistant', content: [{ type: 'tool-call', ...called, input: { city: 'Alta' } }] },
      { role: 'tool', content: [{ type: 'tool-result', ...called, output: { type: 'error-text', value: '' } }] },
    ],
    maxRetries: 0,
  });
  await text;
  const [result] = requests[0].messages[2].content;
  assert.ok(!result.is_error || result.content !== '', JSON.stringify(result));
}
