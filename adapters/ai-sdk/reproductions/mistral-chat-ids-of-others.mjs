import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { generateText } from 'ai';

/** Ids of calls go out as Mistral takes them: nine letters and digits. */
export default async function reproduce({ baseUrl, requests }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const call = { toolCallId: 'toolu_01AbZk7Qw-Bergen', toolName: 'get_weather' };
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'rain' } }] },
  ];
  await generateText({ model, messages, maxRetries: 0 });
  assert.match(requests[0].messages[1].tool_calls[0].id, /^[a-zA-Z0-9]{9}$/);
}
