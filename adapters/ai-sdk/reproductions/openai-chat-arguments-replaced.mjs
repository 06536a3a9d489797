import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** Arguments that are no JSON go back as the model wrote them. */
export default async function reproduce({ baseUrl, requests }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const input = '{"city": Tromsø}';
  const call = { toolCallId: 'call_1', toolName: 'get_weather' };
  const messages = [
    { role: 'user', content: 'What is the weather in Tromsø?' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'error-text', value: 'No JSON.' } }] },
  ];
  await generateText({ model: openai.chat('gpt-5.5'), messages, maxRetries: 0 });
  assert.equal(requests[0].messages[1].tool_calls[0].function.arguments, input);
}
