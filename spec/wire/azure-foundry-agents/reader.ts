/**
 * Tools of an agent in the words of the contract. Source: Azure/azure-rest-api-specs, Azure.AI.Agents tools/models.tsp
 * `ToolDefinition`, tools/tool_resources.tsp `ToolResources`.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { Tool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { onlyOne, openApiOf, queuedFunctionOf, renamed } from '../azure/tools.ts';
import { credentialsIn, queryParameter } from '../demands.ts';
import { asArray, asCount, asObject, asString, otherMembers } from '../json.ts';
import type { WireReader } from '../reader.ts';
import { functionToolOf, textsOf, unreadOfTool } from '../requests.ts';
import { readResponses } from '../runs/answers.ts';
import { callsOf, madeIn, requestsIn } from '../runs/kept.ts';
import { demandsOfRuns } from '../runs/rules.ts';
import { rules } from './rules.ts';

interface ToolReading {
  readonly tool: Tool;
  readonly unread: Unread[];
}

/** What a declaration says; `undefined` where the contract cannot say all of it. */
type Reader = (own: JsonObject, resources: JsonObject, declaration: JsonObject) => Tool | undefined;

/** By type: the member of the same name, what tools work with, and the declaration itself. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    'function',
    ({ name, description, parameters, ...others }) =>
      Object.keys(others).length > 0 ? undefined : functionToolOf({ name, description, parameters, strict: undefined }),
  ],
  ['code_interpreter', codeInterpreterOf],
  ['file_search', fileSearchOf],
  ['azure_ai_search', azureAiSearchOf],
  ['bing_grounding', (own) => specific('bing-grounding', onlyOne(own.search_configurations), bingNames)],
  ['bing_custom_search', (own) => specific('bing-custom-search', onlyOne(own.search_configurations), bingNames)],
  ['fabric_dataagent', (own) => specific('microsoft-fabric', onlyOne(own.connections), connectionNames)],
  ['openapi', (own) => openApiOf(own, 'connection')],
  ['azure_function', queuedFunctionOf],
  ['mcp', mcpOf],
]);

/** A declaration that the contract cannot say is raw; what it works with has no place then. */
export function toolOf(declaration: JsonObject, resources: Json | undefined, path: string): ToolReading {
  const type = asString(declaration.type) ?? '';
  const tool = readers.get(type)?.(asObject(declaration[type]) ?? {}, asObject(resources) ?? {}, declaration);
  if (tool) {
    const known = new Set(['type', type, ...(type === 'mcp' ? ['server_label', 'server_url', 'allowed_tools'] : [])]);
    return { tool, unread: unreadOfTool(declaration, known, path) };
  }
  const workedWith = asObject(resources)?.[type] === undefined ? [] : [{ path, what: `tool_resources.${type}` }];
  return { tool: { type: 'raw', providerApi: 'azure-foundry-agents', declaration }, unread: workedWith };
}

function codeInterpreterOf(_: JsonObject, { code_interpreter: resource }: JsonObject): Tool | undefined {
  const given = asObject(resource) ?? {};
  if (otherMembers(given, new Set(['file_ids'])).length > 0) return undefined;
  const fileIds = textsOf(given.file_ids);
  return { type: 'code-interpreter', ...(fileIds ? { fileIds } : {}) };
}

function fileSearchOf(own: JsonObject, { file_search: resource }: JsonObject): Tool | undefined {
  const stores = asObject(resource) ?? {};
  const ranking = asObject(own.ranking_options) ?? {};
  const unsayable = [
    ...otherMembers(stores, new Set(['vector_store_ids'])),
    ...otherMembers(own, new Set(['max_num_results', 'ranking_options'])),
    // Who ranks is a required member, of which there is one in use.
    ...otherMembers(ranking, new Set(['score_threshold', 'ranker'])),
  ];
  if (unsayable.length > 0) return undefined;
  const most = asCount(own.max_num_results);
  return {
    type: 'file-search',
    vectorStoreIds: textsOf(stores.vector_store_ids) ?? [],
    ...(most ? { maximumResultCount: most } : {}),
    ...(typeof ranking.score_threshold === 'number' ? { scoreThreshold: ranking.score_threshold } : {}),
  };
}

const indexNames = new Map([
  ['index_connection_id', 'connectionId'],
  ['index_name', 'indexName'],
  ['query_type', 'queryType'],
  ['top_k', 'topK'],
  ['filter', 'filter'],
  ['index_asset_id', 'indexAssetId'],
]);

function azureAiSearchOf(_: JsonObject, { azure_ai_search: resource }: JsonObject): Tool | undefined {
  return specific('azure-ai-search', onlyOne(asObject(resource)?.indexes), indexNames);
}

const bingNames = new Map([
  ['connection_id', 'connectionId'],
  ['instance_name', 'instanceName'],
  ['market', 'market'],
  ['set_lang', 'setLang'],
  ['count', 'count'],
  ['freshness', 'freshness'],
]);

const connectionNames = new Map([['connection_id', 'connectionId']]);

function specific(name: string, members: JsonObject | undefined, names: ReadonlyMap<string, string>): Tool | undefined {
  const settings = members && renamed(members, names);
  return settings && { type: 'provider-specific', name, settings };
}

/** The server is told beside its tool what to be asked with, and whether to ask the application before. */
function mcpOf(_: JsonObject, { mcp }: JsonObject, { server_label: label, server_url: url, ...own }: JsonObject) {
  const [serverName, serverAddress] = [asString(label), asString(url)];
  if (serverName === undefined || serverAddress === undefined) return undefined;
  const servers = (asArray(mcp) ?? []).map((server) => asObject(server) ?? {});
  const { headers, require_approval: approval } = servers.find((server) => server.server_label === serverName) ?? {};
  const sent = asObject(headers) ?? {};
  const isSayable = approval === undefined || approval === 'always' || approval === 'never';
  if (!isSayable || otherMembers(sent, new Set(['Authorization'])).length > 0) return undefined;
  const allowedTools = textsOf(own.allowed_tools);
  const tool: Tool = {
    type: 'mcp-server',
    serverName,
    serverAddress,
    ...(allowedTools ? { allowedTools } : {}),
    ...(approval === undefined ? {} : { approvalMode: approval }),
    ...(typeof sent.Authorization === 'string'
      ? { authorizationToken: sent.Authorization.replace(/^Bearer /, '') }
      : {}),
  };
  return tool;
}

/**
 * Reads the Azure AI Foundry Agent Service (classic), versions `v1` and `2025-05-15-preview`: agents are called assistants on the
 * wire. A function that failed says so in its output's text: there is no flag for it. Source: Azure/azure-rest-api-specs,
 * specification/ai/Azure.AI.Agents.
 */
export const azureFoundryAgentsReader: WireReader = {
  providerApi: 'azure-foundry-agents',
  toolErrors: 'text',
  demands: [credentialsIn('authorization'), queryParameter('api-version'), ...demandsOfRuns],
  rules,
  lacks: ['reasoning', 'stopSequences', 'store'],
  lacksOfTools: { function: ['strict'], 'mcp-server': ['serverDescription'] },
  readResponses,
  readRequests: requestsIn({ toolOf }),
  made: madeIn,
  callsOf,
};
