import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** With store: false, leave that is given goes out with the request that it answers. */
export default async function reproduce({ baseUrl, requests }) {
  const openai = createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' });
  const model = openai.responses('gpt-5.5');
  const tools = { docs: openai.tools.mcp({ serverLabel: 'docs', serverUrl: 'https://mcp.example/mcp' }) };
  const call = { toolCallId: 'call_1', toolName: 'mcp.list_berths', input: {}, providerExecuted: true };
  const request = { type: 'tool-approval-request', approvalId: 'mcpr_1', toolCallId: 'call_1' };
  const answer = { type: 'tool-approval-response', approvalId: 'mcpr_1', approved: true, providerExecuted: true };
  const messages = [
    { role: 'user', content: 'Which berths are free?' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call }, request] },
    { role: 'tool', content: [answer] },
  ];
  await generateText({ model, tools, messages, maxRetries: 0, providerOptions: { openai: { store: false } } });
  const types = requests[0].input.map(({ type = 'message' }) => type);
  assert.ok(types.includes('mcp_approval_request'), types.join(', '));
}
