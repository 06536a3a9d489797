import { expect, test } from 'vitest';
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Tool } from '../../../spec/contract/index.ts';
import { betasOf } from './hosted-tools.ts';
import { buildRequest } from './request.ts';

const user: ChatMessage = { role: 'user', contents: [{ type: 'text', text: 'Hello' }] };
const context = { settings: { model: 'm', maxOutputTokens: 9 }, adapterId: 'the-adapter', stream: false };
const request = (tool: Tool, messages = [user]) => buildRequest(messages, { tools: [tool] }, context);
const mcp = { type: 'mcp-server', serverName: 'docs', serverAddress: 'https://mcp.example/mcp' } as const;

test('a server stands among the servers, and its tools among the tools', () => {
  const { body } = request({ ...mcp, allowedTools: ['search'], authorizationToken: 'opens-nothing' });
  expect(body).toMatchObject({
    mcp_servers: [{ type: 'url', name: 'docs', url: 'https://mcp.example/mcp', authorization_token: 'opens-nothing' }],
    tools: [
      {
        type: 'mcp_toolset',
        mcp_server_name: 'docs',
        default_config: { enabled: false },
        configs: { search: { enabled: true } },
      },
    ],
  });
  expect(betasOf(body)).toEqual(['mcp-client-2025-11-20']);
  expect(request(mcp).body.tools).toEqual([{ type: 'mcp_toolset', mcp_server_name: 'docs' }]);
});

test('leave for every call cannot be said: the API asks nobody', () => {
  expect(() => request({ ...mcp, approvalMode: 'always' })).toThrow(
    expect.objectContaining({ name: 'InvalidToolError', tool: 'mcp-server' }),
  );
  expect(request({ ...mcp, approvalMode: 'never' }).body.tools).toHaveLength(1);
});

test('files for code go with the first message of the user, after the results that may stand there', () => {
  const tool: Tool = { type: 'code-interpreter', fileIds: ['a', 'b'], containerId: 'c' };
  const result: ChatMessage = { role: 'tool', contents: [{ type: 'function-result', callId: 'x', result: 1 }] };
  const { body } = request(tool, [result, user]);
  expect(body.container).toBe('c');
  const [first] = body.messages as unknown as { content: JsonObject[] }[];
  expect(first?.content.map(({ type, file_id: id }) => id ?? type)).toEqual(['tool_result', 'text', 'a', 'b']);
  expect(() => request(tool, [])).toThrow(expect.objectContaining({ name: 'ProviderError' }));
});

test('what the API has no place for is warned of by name', () => {
  const screen: Tool = { type: 'computer-use', displayWidth: 800, displayHeight: 600, environment: 'linux' };
  const { body, warnings } = request(screen);
  expect(body.tools).toEqual([{ type: 'computer_toolset_20260801' }]);
  expect(betasOf(body)).toEqual([]);
  expect(warnings).toMatchObject([{ code: 'unsupported-setting' }]);
  expect(warnings[0]?.message).toMatch(/displayWidth.*displayHeight.*environment/);
  expect(request({ ...mcp, serverDescription: 'd' }).warnings[0]?.message).toContain('serverDescription');
});

test.each([
  ['computer_20251124', 'computer-use-2025-11-24'],
  ['bash_20241022', 'computer-use-2024-10-22'],
])('a raw %s is sent with the beta that it needs', (type, beta) => {
  const { body } = request({ type: 'raw', providerApi: 'anthropic', declaration: { type, name: 'n' } });
  expect(betasOf(body)).toEqual([beta]);
});
