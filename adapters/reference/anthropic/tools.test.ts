import { expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  InvalidToolError,
  type Tool,
  UnsupportedToolError,
} from '../../../spec/contract/index.ts';
import { buildRequest } from './request.ts';
import { betasOf, toolChoice, toolToWire } from './tools.ts';

const wire = (tool: unknown) => toolToWire(tool as Tool, 'the-adapter');
const named = (name: string, parameters: unknown = { type: 'object' }) => ({ type: 'function', name, parameters });

test('a function is declared with what the caller gave, and no more', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], $comment: 'kept' };
  expect(wire({ type: 'function', name: 'f', description: 'does f', parameters, strict: true })).toEqual({
    name: 'f',
    description: 'does f',
    input_schema: parameters,
    strict: true,
  });
  expect(wire(named('f'))).toEqual({ name: 'f', input_schema: { type: 'object' } });
});

test('a schema without a type gets one', () => {
  expect(wire(named('f', { properties: {} }))).toEqual({ name: 'f', input_schema: { type: 'object', properties: {} } });
});

test.each([
  ['a list', ['x']],
  ['a boolean', true],
  ['another type', { type: 'string' }],
  ['several types', { type: ['object', 'null'] }],
])('a schema that is %s is refused', (_title, parameters) => {
  expect(() => wire(named('f', parameters))).toThrow(InvalidToolError);
});

test.each(['a'.repeat(128), 'A-z_0', '9'])('the name %s is taken', (name) => {
  expect(wire(named(name))).toMatchObject({ name });
});

test.each(['', 'a'.repeat(129), 'get weather', 'server/tool', 'été', 'a.b', 'a\n'])(
  'the name %j is refused',
  (name) => {
    expect(() => wire(named(name))).toThrow(InvalidToolError);
  },
);

test('web search is declared with what bounds it, and a place is approximate', () => {
  const search = { type: 'web_search_20260318', name: 'web_search', allowed_callers: ['direct'] };
  expect(wire({ type: 'web-search' })).toEqual(search);
  expect(
    wire({
      type: 'web-search',
      allowedDomains: ['a.example'],
      blockedDomains: [],
      maximumUses: 3,
      userLocation: { city: 'Porto', country: 'PT', timezone: 'Europe/Lisbon' },
    }),
  ).toEqual({
    ...search,
    max_uses: 3,
    allowed_domains: ['a.example'],
    blocked_domains: [],
    user_location: { type: 'approximate', city: 'Porto', country: 'PT', timezone: 'Europe/Lisbon' },
  });
});

test('a surface has the tools that run there, in the version that it has', () => {
  expect(toolToWire({ type: 'web-search', maximumUses: 2 }, 'a', 'vertex')).toEqual({
    type: 'web_search_20250305',
    name: 'web_search',
    max_uses: 2,
  });
  expect(() => toolToWire({ type: 'web-fetch' }, 'a', 'vertex')).toThrow(/"a" has no tool "web-fetch".*web-search/);
  expect(toolToWire({ type: 'web-fetch' }, 'a', 'foundry')).toMatchObject({ type: 'web_fetch_20260318' });
});

test('a declaration in the words of Anthropic goes through as it is', () => {
  const declaration = { type: 'bash_20250124', name: 'bash', x: [null] };
  expect(wire({ type: 'raw', providerApi: 'anthropic', declaration })).toBe(declaration);
});

test('a declaration in the words of another API is refused', () => {
  expect(() => wire({ type: 'raw', providerApi: 'openai-chat', declaration: {} })).toThrow(
    /"openai-chat".*"anthropic"/,
  );
});

test.each(['file-search', 'openapi', 'image-generation', 'provider-specific', 'no such tool'])(
  'a tool of type %s is refused, with what would work',
  (type) => {
    const error = (() => {
      try {
        return wire({ type });
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(UnsupportedToolError);
    expect(error).toMatchObject({ tool: type, adapter: 'the-adapter' });
    expect((error as UnsupportedToolError).supported).toEqual(
      expect.arrayContaining(['function', 'web-search', 'code-interpreter', 'mcp-server', 'computer-use', 'raw']),
    );
  },
);

const tools = [named('f') as Tool];
test.each<[string, ChatOptions, unknown]>([
  ['nothing said', { tools }, undefined],
  ['auto', { tools, toolMode: { type: 'auto' } }, { type: 'auto' }],
  ['none', { tools, toolMode: { type: 'none' } }, { type: 'none' }],
  ['required', { tools, toolMode: { type: 'required' } }, { type: 'any' }],
  ['one function', { tools, toolMode: { type: 'required', functionName: 'f' } }, { type: 'tool', name: 'f' }],
  ['one call at a time', { tools, allowMultipleToolCalls: false }, { type: 'auto', disable_parallel_tool_use: true }],
  [
    'several calls allowed',
    { tools, allowMultipleToolCalls: true },
    { type: 'auto', disable_parallel_tool_use: false },
  ],
  [
    'required, one call at a time',
    { tools, toolMode: { type: 'required' }, allowMultipleToolCalls: false },
    { type: 'any', disable_parallel_tool_use: true },
  ],
  [
    'one function, one call at a time',
    { tools, toolMode: { type: 'required', functionName: 'f' }, allowMultipleToolCalls: false },
    { type: 'tool', name: 'f', disable_parallel_tool_use: true },
  ],
  ['none, one call at a time', { tools, toolMode: { type: 'none' }, allowMultipleToolCalls: false }, { type: 'none' }],
  ['none without tools', { toolMode: { type: 'none' } }, undefined],
  ['one call at a time without tools', { tools: [], allowMultipleToolCalls: false }, undefined],
  ['required without tools', { toolMode: { type: 'required' } }, { type: 'any' }],
])('tool choice: %s', (_title, options, expected) => {
  expect(toolChoice(options)).toEqual(expected);
});

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
