import { expect, test } from 'vitest';
import { type ChatOptions, InvalidToolError, type Tool } from '../../../spec/contract/index.ts';
import { planCall } from './request.ts';

const agent = { type: 'agent_reference', name: 'a', version: '7' } as const;
const plan = (options: ChatOptions) =>
  planCall([{ role: 'user', contents: [{ type: 'text', text: 'Hello.' }] }], options, {
    settings: { model: 'm' },
    adapterId: 'the-adapter',
    stream: false,
  });
const declared = (tool: Tool) => (plan({ tools: [tool] }).definition.tools as unknown[])[0];

test('what a definition has a member for stands there, all else in the request', () => {
  const { definition, requestTo, warnings } = plan({
    modelId: 'other',
    instructions: 'Be brief.',
    tools: [{ type: 'web-search', maximumUses: 3 }],
    toolMode: { type: 'required' },
    allowMultipleToolCalls: false,
    maxOutputTokens: 100,
    temperature: 0.5,
    reasoning: { effort: 'low' },
    store: false,
    conversationId: 'conv_1',
    stopSequences: ['.'],
  });
  expect(definition).toEqual({
    kind: 'prompt',
    model: 'other',
    instructions: 'Be brief.',
    temperature: 0.5,
    reasoning: { effort: 'low' },
    tools: [{ type: 'web_search' }],
    tool_choice: 'required',
  });
  expect(requestTo(agent)).toEqual({
    agent_reference: agent,
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello.' }] }],
    conversation: 'conv_1',
    store: false,
    include: ['web_search_call.action.sources', 'reasoning.encrypted_content'],
    parallel_tool_calls: false,
    max_tool_calls: 3,
    max_output_tokens: 100,
  });
  expect(warnings).toMatchObject([{ code: 'unsupported-setting', message: /^stopSequences/ }]);
});

test('what cannot be written fails before there is an agent', () => {
  const endless: { self?: unknown } = {};
  endless.self = endless;
  expect(() => plan({ rawRepresentation: endless as never })).toThrow(TypeError);
});

test('raw members are merged into the request last, over the agent too', () => {
  const { definition, requestTo } = plan({
    rawRepresentation: { agent_reference: { version: null }, input: 'Hi.', stream: true },
  });
  expect(definition).toEqual({ kind: 'prompt', model: 'm' });
  expect(requestTo(agent)).toEqual({ agent_reference: { type: 'agent_reference', name: 'a' }, input: 'Hi.' });
});

test.each<[Tool, object]>([
  [
    { type: 'provider-specific', name: 'azure-ai-search', settings: { connectionId: 'c', indexName: 'i', topK: 3 } },
    {
      type: 'azure_ai_search',
      azure_ai_search: { indexes: [{ project_connection_id: 'c', index_name: 'i', top_k: 3 }] },
    },
  ],
  [
    { type: 'provider-specific', name: 'microsoft-fabric', settings: { connectionId: 'c' } },
    {
      type: 'fabric_dataagent_preview',
      fabric_dataagent_preview: { project_connections: [{ project_connection_id: 'c' }] },
    },
  ],
  [
    { type: 'openapi', name: 'o', specification: {}, auth: { type: 'connection', connectionId: 'c' } },
    {
      type: 'openapi',
      openapi: {
        name: 'o',
        spec: {},
        auth: { type: 'project_connection', security_scheme: { project_connection_id: 'c' } },
      },
    },
  ],
  [
    { type: 'raw', providerApi: 'azure-foundry-v2', declaration: { type: 'new', x: [1] } },
    { type: 'new', x: [1] },
  ],
])('%j is declared as %j', (tool, expected) => {
  expect(declared(tool)).toEqual(expected);
});

test.each<Tool>([
  { type: 'provider-specific', name: 'bing-grounding-basic', settings: {} },
  { type: 'provider-specific', name: 'bing-grounding-basic', settings: { connectionId: 'c', instanceName: 'i' } },
  { type: 'raw', providerApi: 'openai-responses', declaration: {} },
])('%j cannot be said', (tool) => {
  expect(() => declared(tool)).toThrow(InvalidToolError);
});

test.each<Tool>([
  { type: 'provider-specific', name: 'azure-logic-apps', settings: {} },
  {
    type: 'stateful-function',
    name: 'f',
    parameters: { type: 'object' },
    target: { type: 'aws-lambda-basic', functionArn: 'arn' },
  },
])('%j is refused, with what would work', (tool) => {
  expect(() => declared(tool)).toThrow(/"the-adapter" has no tool .* bing-grounding-basic, .*raw\.$/);
});
