import { expect, test } from 'vitest';
import type { JsonObject } from '../../../files/canonical-json.ts';
import { toolOf } from './reader.ts';

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
])('%s: what the contract cannot say is raw, and what it works with is not lost in silence', (_, declared, beside) => {
  const { tool, unread } = read(declared, beside);
  expect(tool).toEqual(raw(declared));
  expect(unread.length).toBe(Object.keys(beside).length);
});

function openApi(auth: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'openapi', openapi: { name: 'tides', spec: { openapi: '3.1.0' }, auth, ...more } };
}

function approval(require_approval: JsonObject): JsonObject {
  return { mcp: [{ server_label: 'd', headers: {}, require_approval }] };
}
