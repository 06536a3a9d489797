import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** A shell that runs at OpenAI goes back with its environment. */
export default async function reproduce({ baseUrl, requests }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { shell: openai.tools.shell({ environment: { type: 'containerAuto' } }) };
  const options = { model, tools, maxRetries: 0, providerOptions: { openai: { store: false } } };
  const messages = [{ role: 'user', content: 'Hi' }];
  const { finalStep } = await generateText({ ...options, messages });
  const again = [...messages, ...finalStep.response.messages, ...messages];
  await generateText({ ...options, messages: again }).catch(() => {});
  const sent = requests[1].input.find(({ type }) => type === 'shell_call');
  assert.ok('environment' in sent, JSON.stringify(sent));
}
