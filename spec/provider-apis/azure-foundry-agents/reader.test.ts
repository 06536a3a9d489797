import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { brokenRules, exampleExchanges } from '../../wire/example-exchanges.ts';
import { reader, rules, toolOf } from './reader.ts';

test('a run may wait for the application to act with its computer', () => {
  const acting = { action: { type: 'type', text: 'x' }, pending_safety_checks: [{ id: 'sc_1' }] };
  const call = { id: 'call_1', type: 'computer_use_preview', computer_use_preview: acting };
  const run = {
    id: 'run_1',
    object: 'thread.run',
    status: 'requires_action',
    required_action: { type: 'submit_tool_outputs', submit_tool_outputs: { tool_calls: [call] } },
  };
  const asked = exampleExchanges('runs.create', 'https://foundry.example/api/projects/p/threads/t1/runs');
  expect(reader.readResponses([asked.jsonExchange(run)]).facts[0]?.fact).toEqual({
    kind: 'action-call',
    tool: 'computer-use',
    id: 'call_1',
    actions: [acting.action],
    safetyChecks: [{ id: 'sc_1' }],
  });
});

describe('tools', () => {
  const read = (declaration: JsonObject, resources: JsonObject = {}) => toolOf(declaration, resources, 'tools[0]');
  const raw = (declaration: JsonObject) => ({ type: 'raw', providerApi: 'azure-foundry-agents', declaration });

  test('what stands beside the tool is a part of it', () => {
    const search = read(
      { type: 'azure_ai_search' },
      { azure_ai_search: { indexes: [{ index_connection_id: 'c', index_name: 'i', top_k: 3, filter: null }] } },
    );
    expect(search).toEqual({
      tool: {
        type: 'provider-specific',
        name: 'azure-ai-search',
        settings: { connectionId: 'c', indexName: 'i', topK: 3 },
      },
      unread: [],
    });
    const server = read(
      { type: 'mcp', server_label: 'docs', server_url: 'https://mcp.example', allowed_tools: ['search'] },
      {
        mcp: [
          { server_label: 'other', headers: {}, require_approval: 'never' },
          { server_label: 'docs', headers: { Authorization: 'Bearer t' }, require_approval: 'always' },
        ],
      },
    );
    expect(server).toEqual({
      tool: {
        type: 'mcp-server',
        serverName: 'docs',
        serverAddress: 'https://mcp.example',
        allowedTools: ['search'],
        approvalMode: 'always',
        authorizationToken: 't',
      },
      unread: [],
    });
  });

  test.each<[string, JsonObject, JsonObject]>([
    ['a function without a name', { type: 'function', function: { parameters: { type: 'object' } } }, {}],
    ['a way to log in without its scheme', openApi({ type: 'connection' }), {}],
    ['functions that the service added', openApi({ type: 'anonymous' }, { functions: [{ name: 'f' }] }), {}],
    ['two configurations', { type: 'bing_grounding', bing_grounding: { search_configurations: [{}, {}] } }, {}],
    ['a tool without a word', { type: 'sharepoint_grounding', sharepoint_grounding: { connections: [] } }, {}],
    ['leave for some tools', { type: 'mcp', server_label: 'd', server_url: 'u' }, approval({ never: ['search'] })],
    ['assets', { type: 'code_interpreter' }, { code_interpreter: { data_sources: [{ uri: 'u', type: 'uri_asset' }] } }],
  ])(
    '%s: what the contract cannot say is raw, and what it works with is not lost in silence',
    (_, declared, beside) => {
      const { tool, unread } = read(declared, beside);
      expect(tool).toEqual(raw(declared));
      expect(unread.length).toBe(Object.keys(beside).length);
    },
  );

  function openApi(auth: JsonObject, more: JsonObject = {}): JsonObject {
    return { type: 'openapi', openapi: { name: 'tides', spec: { openapi: '3.1.0' }, auth, ...more } };
  }

  function approval(require_approval: JsonObject): JsonObject {
    return { mcp: [{ server_label: 'd', headers: {}, require_approval }] };
  }
});

describe('rules', () => {
  const project = 'https://harbour.services.ai.azure.com/api/projects/quay';

  const exchange = (operation: string, path: string, asked: object, answer: object = {}): Exchange => ({
    operation,
    transport: 'json',
    request: { method: 'POST', url: `${project}${path}`, headers: [], body: { text: JSON.stringify(asked) } },
    response: { status: 200, headers: [], body: { text: JSON.stringify(answer) } },
  });

  const agent = (more: object) => exchange('assistants.create', '/assistants', { model: 'gpt-4.1', ...more });
  const calls = [{ id: 'a', type: 'mcp', server_label: 'docs' }];
  const action = { type: 'submit_tool_approval', submit_tool_approval: { tool_calls: calls } };
  const waiting = {
    object: 'thread.run',
    id: 'r1',
    thread_id: 't1',
    status: 'requires_action',
    required_action: action,
  };
  const begun = (headers: object, ofNews: object = {}) => {
    const mcp = [
      { server_label: 'news', headers: ofNews },
      { server_label: 'docs', headers },
    ];
    return exchange('runs.create', '/threads/t1/runs', { assistant_id: 'x', tool_resources: { mcp } }, waiting);
  };
  const leave = (approval: object) =>
    exchange('runs.submitToolOutputs', '/threads/t1/runs/r1/submit_tool_outputs', {
      tool_approvals: [{ tool_call_id: 'a', ...approval }],
    });
  const key = { Authorization: 'REDACTED' };

  test.each<[string, Exchange, Exchange[], string[]]>([
    ['leave with the key', leave({ approve: true, headers: { authorization: 'REDACTED' } }), [begun(key)], []],
    ['leave without the key', leave({ approve: true }), [begun(key)], ['approval-server-headers-required']],
    [
      'leave with the key of another server',
      leave({ approve: true, headers: key }),
      [begun({}, key)],
      ['approval-server-headers-required'],
    ],
    ['leave that needs no key', leave({ approve: true }), [begun({})], []],
    ['leave that is refused', leave({ approve: false }), [begun(key)], []],
    ['one store', agent({ tool_resources: { file_search: { vector_store_ids: ['a'] } } }), [], []],
    [
      'two stores',
      agent({ tool_resources: { file_search: { vector_store_ids: ['a', 'b'] } } }),
      [],
      ['tool-resource-single'],
    ],
    [
      'two connections',
      agent({ tools: [{ type: 'bing_grounding', bing_grounding: { search_configurations: [{}, {}] } }] }),
      [],
      ['tool-resource-single'],
    ],
    [
      'a name with a dot',
      agent({ tools: [{ type: 'function', function: { name: 'a.b' } }] }),
      [],
      ['function-name-format'],
    ],
  ])('Azure’s agents and %s', (_, asking, earlier, breached) => {
    expect(brokenRules(rules, asking, earlier)).toEqual(breached);
  });
});
