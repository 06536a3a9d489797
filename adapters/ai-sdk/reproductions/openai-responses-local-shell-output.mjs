import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** A call of a local shell goes back with its status. */
export default async function reproduce({ baseUrl, requests }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const call = { toolCallId: 'call_1', toolName: 'local_shell' };
  const input = { action: { type: 'exec', command: ['ls'], env: {} } };
  const output = { type: 'json', value: { output: 'a.txt' } };
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
  ];
  const tools = { local_shell: openai.tools.localShell({}) };
  const options = { model, tools, messages, maxRetries: 0, providerOptions: { openai: { store: false } } };
  await generateText(options).catch(() => {});
  assert.ok('status' in requests[0].input[1], JSON.stringify(requests[0].input[1]));
}
