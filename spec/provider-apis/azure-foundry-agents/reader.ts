import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Tool } from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, otherMembers } from '../../wire/json.ts';
import type { WireReader } from '../../wire/reader.ts';
import { credentialsIn, queryParameter, requestBodyOf } from '../../wire/request-requirements.ts';
import { functionToolOf, textsOf, unreadOfTool } from '../../wire/requests.ts';
import { type Asked, defineRule, type Rule, type RuleEvidence } from '../../wire/rules/rule.ts';
import { choiceIsDeclared, toolNames } from '../../wire/rules/tools.ts';
import { readResponses } from '../../wire/runs/responses.ts';
import { asking, createdResources, idIn, madeBy, requestsIn, splitIntoCalls } from '../../wire/runs/server-state.ts';
import { onlyOne, openApiOf, queuedFunctionOf, renamed } from '../families/azure/tools.ts';
import { normalizeCall } from '../families/runs/normalize-call.ts';
import { choicesIn, demandsOfRuns, namesIn, rulesOfRuns } from '../families/runs/rules.ts';
import { readRunState } from '../families/runs/stream-reader.ts';
import { conditions } from './conditions.ts';

const declarations: RuleEvidence = {
  grade: 'types',
  title: 'Azure.AI.Agents: tools/models.tsp, tools/tool_resources.tsp',
  url: 'https://github.com/Azure/azure-rest-api-specs/tree/main/specification/ai/Azure.AI.Agents',
};

/** For what the Azure AI Foundry Agent Service (classic) refuses a request. */
export const rules: readonly Rule[] = [
  ...rulesOfRuns,
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,64}$/,
    inWords: '1 to 64 letters, digits, "_" and "-"',
    evidence: {
      grade: 'documented',
      title: 'Azure OpenAI Assistants API: FunctionObject',
      url: 'https://learn.microsoft.com/azure/ai-services/openai/assistants-reference',
    },
    namesIn,
  }),
  choiceIsDeclared({ evidence: declarations, choicesIn }),
  defineRule({
    id: 'tool-resource-single',
    what: 'A tool has one connection, one index or one vector store.',
    evidence: declarations,
    placesOf: ({ body }) => limitedIn(body),
    wrong: (list) => (list.length > 1 ? `the list has ${list.length} items, and the service accepts one` : undefined),
  }),
  defineRule({
    id: 'approval-server-headers-required',
    what: 'An approval repeats the headers of its server, because the service does not store them.',
    evidence: {
      grade: 'documented',
      title: 'Azure AI Foundry Agent Service: how to use the Model Context Protocol tool',
      url: 'https://learn.microsoft.com/azure/ai-foundry/agents/how-to/tools/model-context-protocol-samples',
    },
    placesOf: (asked) =>
      grantedIn(asked).map(({ approval, path }) => ({
        path: `${path}.headers`,
        value: { given: namesOf(approval.headers), due: headersDue(asked, approval) },
      })),
    wrong: ({ given, due }) => {
      const missing = due.filter((name) => !given.includes(name));
      const others = given.filter((name) => !due.includes(name));
      if (missing.length > 0) return `the approval lacks ${missing.join(', ')}`;
      return others.length === 0 ? undefined : `the approval has ${others.join(', ')}, which this server does not have`;
    },
  }),
];

/** Lists of which the service takes one member: on the agent, on a thread, on a run. */
function limitedIn(body: JsonObject): { path: string; value: readonly Json[] }[] {
  const ofTools = (asArray(body.tools) ?? []).flatMap((declared, i) => {
    const tool = asObject(declared) ?? {};
    const type = asString(tool.type) ?? '';
    const own = asObject(tool[type]) ?? {};
    return (['search_configurations', 'connections'] as const).map((name) => ({
      path: `body.tools[${i}].${type}.${name}`,
      list: asArray(own[name]),
    }));
  });
  const resources = asObject(body.tool_resources) ?? {};
  const ofResources = [
    ['azure_ai_search', 'indexes'],
    ['file_search', 'vector_store_ids'],
  ].map(([tool = '', name = '']) => ({
    path: `body.tool_resources.${tool}.${name}`,
    list: asArray(asObject(resources[tool])?.[name]),
  }));
  return [...ofTools, ...ofResources].flatMap(({ path, list }) => (list ? [{ path, value: list }] : []));
}

/** Leave that is given, and not refused. */
const grantedIn = ({ exchange, body }: Asked): { approval: JsonObject; path: string }[] =>
  exchange.operation !== 'runs.submitToolOutputs'
    ? []
    : (asArray(body.tool_approvals) ?? []).flatMap((value, i) => {
        const approval = asObject(value) ?? {};
        return approval.approve === true ? [{ approval, path: `body.tool_approvals[${i}]` }] : [];
      });

const namesOf = (headers: Json | undefined): string[] =>
  Object.keys(asObject(headers) ?? {}).map((name) => name.toLowerCase());

/** The headers that the run was made with for the server that the call is of. */
function headersDue({ exchange, earlier }: Asked, { tool_call_id: id }: JsonObject): string[] {
  const run = idIn(exchange, 'runs') ?? '';
  const made = earlier.find((one) => asking.has(one.operation) && madeBy(one).id === run);
  const servers = asArray(asObject(asObject(made && requestBodyOf(made))?.tool_resources)?.mcp) ?? [];
  if (servers.length === 0) return [];
  const action = asObject(readRunState(earlier).runs.get(run)?.value.required_action);
  const calls = asArray(asObject(action?.submit_tool_approval)?.tool_calls) ?? [];
  const label = asObject(calls.find((call) => asObject(call)?.id === id))?.server_label;
  return namesOf(asObject(servers.find((server) => asObject(server)?.server_label === label))?.headers);
}

// Tools of an agent in the words of the contract. Source: Azure/azure-rest-api-specs, Azure.AI.Agents tools/models.tsp
// `ToolDefinition`, tools/tool_resources.tsp `ToolResources`.

interface ToolReading {
  readonly tool: Tool;
  readonly unread: Unrecognized[];
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
  ['bing_grounding', (own) => specific('bing-grounding-basic', onlyOne(own.search_configurations), bingNames)],
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

const readRequests = requestsIn({ toolOf });

/**
 * Reads the Azure AI Foundry Agent Service (classic), versions `v1` and `2025-05-15-preview`: agents are called assistants on the
 * wire. A function that failed says so in its output's text: there is no flag for it. Source: Azure/azure-rest-api-specs,
 * specification/ai/Azure.AI.Agents.
 */
export const reader: WireReader = {
  providerApi: 'azure-foundry-agents',
  demands: [credentialsIn('authorization'), queryParameter('api-version'), ...demandsOfRuns],
  rules,
  conditions,
  lacks: ['reasoning', 'stopSequences', 'store'],
  unsupportedToolMembers: { function: ['strict'], 'mcp-server': ['serverDescription'] },
  readResponses,
  readRequests,
  made: createdResources,
  cancels: 'runs.cancel',
  callsOf: splitIntoCalls,
  retold: (call, earlier) => normalizeCall(call, readRequests(call, earlier)[0]),
};
