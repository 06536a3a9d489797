import { expect, test } from 'vitest';
import type { ChatMessage, ChatOptions, Tool } from '../../../spec/contract/index.ts';
import { planCall } from './request.ts';

const context = (surface?: string) => ({
  adapterId: 'a',
  settings: { model: 'm', ...(surface === undefined ? {} : { surface }) },
});
const hello: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hello.' }] }];
const plan = (options: ChatOptions, surface?: string, messages = hello) =>
  planCall(messages, options, context(surface));
const server: Tool = {
  type: 'mcp-server',
  serverName: 'docs',
  serverAddress: 'https://mcp.example/mcp',
  authorizationToken: 'token',
  approvalMode: 'always',
};

test.each<[string, Tool]>([
  ['an MCP server', server],
  ['Fabric', { type: 'provider-specific', name: 'microsoft-fabric', settings: { connectionId: 'c' } }],
  ['Bing Custom Search', { type: 'provider-specific', name: 'bing-custom-search', settings: { connectionId: 'c' } }],
])('%s is a tool of the preview alone; whoever asks on v1 is told so', (_, tool) => {
  expect(() => plan({ tools: [tool] })).toThrow(
    expect.objectContaining({ name: 'UnsupportedToolError', message: expect.stringContaining('(surface "preview")') }),
  );
  expect(plan({ tools: [tool] }, 'preview').agent.tools).toHaveLength(1);
});

test.each<[string, Tool]>([
  ['Logic Apps', { type: 'provider-specific', name: 'azure-logic-apps', settings: { workflowId: 'w' } }],
  ['a search without grounding', { type: 'web-search' }],
  [
    'a function of AWS',
    {
      type: 'stateful-function',
      name: 'count',
      parameters: { type: 'object' },
      target: { type: 'aws-lambda-basic', functionArn: 'arn:aws:lambda:eu-north-1:000000000000:function:count' },
    },
  ],
])('%s is refused', (_, tool) => {
  expect(() => plan({ tools: [tool] }, 'preview')).toThrow(expect.objectContaining({ name: 'UnsupportedToolError' }));
});

test.each<[string, Tool, RegExp]>([
  ['two stores', { type: 'file-search', vectorStoreIds: ['a', 'b'] }, /one vector store/],
  ['a sandbox', { type: 'code-interpreter', containerId: 'c' }, /containerId/],
  ['no connection', { type: 'provider-specific', name: 'bing-grounding-basic', settings: {} }, /"connectionId"/],
  [
    'an unknown setting',
    { type: 'provider-specific', name: 'bing-grounding-basic', settings: { connectionId: 'c', constructor: 'x' } },
    /no setting "constructor"/,
  ],
  ['a name', { type: 'function', name: 'get weather', parameters: { type: 'object' } }, /letters/],
  ['words of another API', { type: 'raw', providerApi: 'openai-assistants', declaration: {} }, /openai-assistants/],
])('%s: what cannot be said is refused before anything is sent', (_, tool, reason) => {
  expect(() => plan({ tools: [tool] })).toThrow(expect.objectContaining({ name: 'InvalidToolError' }));
  expect(() => plan({ tools: [tool] })).toThrow(reason);
});

const run = { object: 'thread.run', id: 'run_7', status: 'requires_action' };
const earlier: ChatMessage = {
  role: 'assistant',
  contents: [
    { type: 'function-call', callId: 'call_0', name: 'f', arguments: {}, rawRepresentation: { ...run, id: 'run_3' } },
  ],
};
const asked: ChatMessage[] = [
  ...hello,
  earlier,
  { role: 'tool', contents: [{ type: 'function-result', callId: 'call_0', result: 1 }] },
  {
    role: 'assistant',
    contents: [
      { type: 'function-call', callId: 'call_1', name: 'f', arguments: {}, rawRepresentation: run },
      {
        type: 'approval-request',
        requestId: 'call_2',
        tool: 'mcp-server',
        name: 'search',
        serverName: 'docs',
        rawRepresentation: run,
      },
    ],
  },
  {
    role: 'tool',
    contents: [
      { type: 'function-result', callId: 'call_1', error: 'no' },
      { type: 'approval-response', requestId: 'call_2', approved: false, reason: 'not today' },
    ],
  },
];

test('answers go to the run that the last calls carry, whatever client made it; leave takes what opens the server along', () => {
  const { ask, warnings } = plan({ tools: [server], conversationId: 'thread_1' }, 'preview', asked);
  expect(ask).toEqual({
    runId: 'run_7',
    outputs: {
      tool_outputs: [{ tool_call_id: 'call_1', output: 'Error: no' }],
      tool_approvals: [{ tool_call_id: 'call_2', approve: false, headers: { Authorization: 'Bearer token' } }],
    },
  });
  expect(warnings).toEqual([{ code: 'unsupported-setting', message: expect.stringMatching(/^reason/) }]);
});

test('answers without their thread, or beside a new question, are not sent', () => {
  const invalidRequest = expect.objectContaining({ name: 'ProviderError', code: 'invalid_request_error' });
  expect(() => plan({}, 'preview', asked)).toThrow(invalidRequest);
  expect(() => plan({ conversationId: 'thread_1' }, 'preview', [...asked, ...hello])).toThrow(invalidRequest);
});
