import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { generateText } from 'ai';

/** No message of the user goes out right behind one of a tool, which Mistral refuses. */
export default async function reproduce({ baseUrl, requests }) {
  const mistral = createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = mistral.chat('mistral-medium-latest');
  const call = { toolCallId: 'abcdefghi', toolName: 'get_weather' };
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'rain' } }] },
    { role: 'user', content: 'Never mind.' },
  ];
  await generateText({ model, messages, maxRetries: 0 });
  const roles = requests[0].messages.map(({ role }) => role);
  assert.doesNotMatch(roles.join(), /tool,user/);
}
