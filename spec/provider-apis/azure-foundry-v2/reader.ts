/** Versions of agents that exchanges made: what the provider keeps of a conversation besides its responses. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { Tool } from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { asArray, asObject, asString, jsonOf } from '../../wire/json.ts';
import type { RemoteResource, RequestReading, WireReader } from '../../wire/reader.ts';
import { credentialsIn, queryParameter } from '../../wire/request-requirements.ts';
import { callsBy, unreadOfTool } from '../../wire/requests.ts';
import { defineRule, type Rule } from '../../wire/rules/rule.ts';
import { onlyOne, openApiOf, queuedFunctionOf, renamed } from '../families/azure/tools.ts';
import { includedOnRequest, readAnswers } from '../families/responses/reader.ts';
import { readInput, readOptions } from '../families/responses/request-reader.ts';
import { toolOf as openAiToolOf, type ToolReading } from '../families/responses/request-tools.ts';
import { rules as responsesRules } from '../families/responses/rules.ts';
import { conditions } from './conditions.ts';

/** A version of an agent as it was asked for. */
interface AgentVersion {
  readonly name: string;
  readonly version: string | undefined;
  readonly definition: JsonObject;
  /** Place of the definition where it stands in the call that is read; absent of earlier calls. */
  readonly path: string | undefined;
}

/**
 * The version that an exchange made, if it did. Its agent is the one that the answer names or, where it is silent, the path.
 * Source: `CreateAgentVersionRequest`, `AgentVersionObject`.
 */
function versionMadeBy({ operation, request, response }: Exchange, path?: string): AgentVersion | undefined {
  if (operation !== 'agents.createVersion' || response.status >= 400) return undefined;
  const made = asObject(jsonOf(response.body));
  const name = asString(made?.name) ?? belowAgents(request.url)?.replace(/\/.*$/, '');
  if (name === undefined) return undefined;
  const definition = asObject(asObject(request.body && jsonOf(request.body))?.definition) ?? {};
  return { name, version: asString(made?.version), definition, path: path && `${path}.definition` };
}

/**
 * The version that a request names; the newest where it names none.
 *
 * @param versions in the order in which they were made
 */
function versionAsked(body: JsonObject, url: string, versions: readonly AgentVersion[]): AgentVersion | undefined {
  const reference = asObject(body.agent_reference ?? (takesEarlierName(url) ? body.agent : undefined));
  const [name, version] = [asString(reference?.name), asString(reference?.version)];
  return versions.findLast((made) => made.name === name && (version === undefined || made.version === version));
}

/**
 * Whether an agent may be named `agent`, as it was before `agent_reference`: versions of the API that are named in the query take it, `/openai/v1` does
 * not. Seen in recordings of Azure/azure-sdk-assets of 2025-12, `api-version=2025-11-15-preview`.
 */
const takesEarlierName = (url: string): boolean => !url.includes('/openai/v1/');

/** Versions of agents that exchanges made. One is deleted by itself, or with its agent. */
function createdResources(exchanges: readonly Exchange[]): RemoteResource[] {
  const deleted = new Set(
    exchanges.flatMap(({ operation, request, response }) => {
      const isGone = response.status < 400 || response.status === 404;
      const path = belowAgents(request.url);
      return isGone && operation.startsWith('agents.delete') && path !== undefined ? [path] : [];
    }),
  );
  return exchanges.flatMap((exchange, i): RemoteResource[] => {
    const made = versionMadeBy(exchange);
    if (!made) return [];
    const isDeleted = deleted.has(made.name) || deleted.has(`${made.name}/versions/${made.version}`);
    return [{ what: `version ${made.version} of the agent "${made.name}"`, path: `exchanges[${i}]`, isDeleted }];
  });
}

/** `{agent}`, or `{agent}/versions/{version}`. */
function belowAgents(url: string): string | undefined {
  const [, path] = /\/agents\/([^?]+)/.exec(url) ?? [];
  if (path === undefined) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

// Tools of an agent in the words of the contract. Source: `ToolUnion` of `@azure/ai-projects`.

const connectionNames: readonly (readonly [string, string])[] = [['project_connection_id', 'connectionId']];

const bingNames = new Map([
  ...connectionNames,
  ['instance_name', 'instanceName'],
  ['market', 'market'],
  ['set_lang', 'setLang'],
  ['count', 'count'],
  ['freshness', 'freshness'],
]);

const indexNames = new Map([
  ...connectionNames,
  ['index_name', 'indexName'],
  ['query_type', 'queryType'],
  ['top_k', 'topK'],
  ['filter', 'filter'],
  ['index_asset_id', 'indexAssetId'],
]);

/** Azure's own, by type: from the member of the same name to the tool, or `undefined` where the contract cannot say all of it. */
const readers: ReadonlyMap<string, (own: JsonObject) => Tool | undefined> = new Map([
  ['azure_ai_search', specific('azure-ai-search', 'indexes', indexNames)],
  ['bing_grounding', specific('bing-grounding-basic', 'search_configurations', bingNames)],
  ['bing_custom_search_preview', specific('bing-custom-search', 'search_configurations', bingNames)],
  ['fabric_dataagent_preview', specific('microsoft-fabric', 'project_connections', new Map(connectionNames))],
  ['openapi', (own: JsonObject) => openApiOf(own, 'project_connection')],
  ['azure_function', queuedFunctionOf],
]);

/** A tool of OpenAI's API or of Azure's own; what the contract cannot say is raw. */
function toolOf(declaration: JsonObject, path: string): ToolReading {
  const type = asString(declaration.type) ?? '';
  const tool = readers.get(type)?.(asObject(declaration[type]) ?? {});
  if (tool) return { tool, unread: unreadOfTool(declaration, new Set(['type', type]), path) };
  return openAiToolOf(declaration, path, 'azure-foundry-v2');
}

function specific(name: string, list: string, names: ReadonlyMap<string, string>) {
  return (own: JsonObject): Tool | undefined => {
    const only = Object.keys(own).every((member) => member === list) ? onlyOne(own[list]) : undefined;
    const settings = only && renamed(only, names);
    return settings && { type: 'provider-specific', name, settings };
  };
}

/**
 * What each request for a response asks, with the version of the agent that it names: model, instructions and tools stand there.
 * Members of either that the options have no word for stand in `options.rawRepresentation`.
 */
function readRequests(exchanges: readonly Exchange[], earlier: readonly Exchange[] = []): RequestReading[] {
  const versions = earlier.flatMap((exchange) => versionMadeBy(exchange) ?? []);
  return exchanges.flatMap((exchange, i) => {
    const path = `exchanges[${i}].request.body`;
    const made = versionMadeBy(exchange, path);
    if (made) versions.push(made);
    return exchange.operation === 'responses.create' ? [readRequest(exchange, i, path, versions)] : [];
  });
}

function readRequest(
  { request }: Exchange,
  place: number,
  path: string,
  versions: readonly AgentVersion[],
): RequestReading {
  const read = asObject(request.body && jsonOf(request.body));
  const body = read ?? {};
  const { messages, paths, unread } = readInput(body.input, `${path}.input`);
  if (!read) unread.push({ path, what: 'body that is not a JSON object' });
  const agent = versionAsked(body, request.url, versions);
  if ((body.agent_reference !== undefined || body.agent !== undefined) && !agent)
    unread.push({ path: `${path}.agent_reference`, what: 'agent that the conversation did not create' });
  // Tools beside an agent are refused by the service; they are read all the same.
  const declared = [
    ...toolsOf(body.tools, `${path}.tools`),
    ...toolsOf(agent?.definition.tools, agent?.path && `${agent.path}.tools`),
  ];
  const kept = new Map<object, Json>();
  for (const { tool, declaration, at, unread: unreadOfTool } of declared) {
    if (at === undefined) {
      kept.set(tool, declaration);
    } else {
      paths.set(tool, at);
      unread.push(...unreadOfTool);
    }
  }
  const tools = body.tools === undefined && agent?.definition.tools === undefined ? undefined : declared;
  const members = { ...agent?.definition, ...body };
  const options = readOptions(
    members,
    tools?.map(({ tool }) => tool),
    readElsewhere,
  );
  return { exchange: place, messages, options, paths, kept, unread };
}

/** Who answers, and what kind of agent that is. */
const readElsewhere = ['agent_reference', 'agent', 'kind'];

interface Declared {
  readonly tool: Tool;
  readonly declaration: Json;
  readonly at: string | undefined;
  readonly unread: readonly Unrecognized[];
}

function toolsOf(declarations: Json | undefined, path: string | undefined): Declared[] {
  return (asArray(declarations) ?? []).map((value, i) => {
    const declaration: JsonObject = asObject(value) ?? {};
    const at = path && `${path}[${i}]`;
    return { ...toolOf(declaration, at ?? ''), declaration, at };
  });
}

/**
 * What the definition of an agent holds, and a request beside it may not. Source: `PromptAgentDefinition` of `@azure/ai-projects`. The choice
 * of a tool may stand beside it: recordings of Azure/azure-sdk-assets of 2026-02 and 2026-03 were answered 200 and repeat it.
 */
const ofTheAgent = ['tools', 'instructions'];

const agents = defineRule({
  id: 'agent-reference-required',
  what: 'A request names its agent in "agent_reference", by name.',
  evidence: {
    grade: 'types',
    title: 'Azure/azure-rest-api-specs: AgentReference',
    url: 'https://github.com/Azure/azure-rest-api-specs/tree/main/specification/ai-foundry/data-plane/Foundry/src/openai-responses',
  },
  placesOf: ({ body, exchange }) => [
    ...(body.agent === undefined
      ? []
      : [{ path: 'body.agent', value: takesEarlierName(exchange.request.url) ? body.agent : null }]),
    ...(body.agent_reference === undefined ? [] : [{ path: 'body.agent_reference', value: body.agent_reference }]),
  ],
  wrong: (reference) => {
    if (reference === null) return 'the agent is in the retired member "agent"';
    const { type, name } = asObject(reference) ?? {};
    if (type !== 'agent_reference') return 'the reference has another type than "agent_reference"';
    return typeof name === 'string' && name !== '' ? undefined : 'the reference names no agent';
  },
});

const nothingBeside = defineRule({
  id: 'agent-members-exclusive',
  what: 'A request does not repeat members of the agent’s definition.',
  evidence: {
    grade: 'documented',
    title: 'The service: "Not allowed when agent is specified."',
    url: 'https://github.com/microsoft/agent-framework/issues/5130',
  },
  placesOf: ({ body }) =>
    body.agent_reference === undefined
      ? []
      : ofTheAgent.map((member) => ({ path: `body.${member}`, value: body[member] })),
  wrong: (value) => (value === undefined ? undefined : 'it is not allowed where an agent is named'),
});

/** For what Azure AI Foundry refuses a request. */
const rules: readonly Rule[] = [...responsesRules, agents, nothingBeside];

/** What was made or deleted of an agent is no answer; that it could not be is one. */
function isSilent({ operation, response }: Exchange): boolean {
  return operation.startsWith('agents.') && response.status < 400 && asObject(jsonOf(response.body)) !== undefined;
}

// A recorded call, told to a client in its own way: one that makes a version of an agent for each definition, and deletes the agent.

const asking = new Set(['responses.create']);
const saying = new Set(['agents.createVersion', ...asking]);

function normalizeCall(call: readonly Exchange[]): readonly Exchange[] {
  const asked = call.find(({ operation }) => asking.has(operation));
  if (!asked) return call;
  const made = call.find(({ operation }) => operation === 'agents.createVersion');
  const name = (made && versionMadeBy(made)?.name) ?? 'untold';
  const agents = asked.request.url.replace(/\/openai\/.*$/, `/agents/${encodeURIComponent(name)}`);
  const told = (operation: string, method: string, url: string, body: JsonObject): Exchange => ({
    operation,
    transport: 'json',
    request: { method, url, headers: [] },
    response: {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: { text: JSON.stringify(body) },
    },
  });
  const version = { object: 'agent.version', id: `${name}:1`, name, version: '1' };
  return [
    made ?? told('agents.createVersion', 'POST', `${agents}/versions`, version),
    asked,
    told('agents.delete', 'DELETE', agents, { object: 'agent.deleted', name, deleted: true }),
  ];
}

/**
 * Reads Azure AI Foundry Agents v2: versions of agents, and the OpenAI Responses API that runs them. A function that failed says
 * so in its output's text: the wire has no flag for it. Source: Azure/azure-rest-api-specs, specification/ai-foundry.
 */
export const reader: WireReader = {
  providerApi: 'azure-foundry-v2',
  acceptsApprovalReason: true,
  demands: [
    credentialsIn('authorization', 'api-key'),
    // Requests for an answer are OpenAI's, and have no version in their query.
    { ...queryParameter('api-version'), of: ({ operation }) => operation !== 'responses.create' },
    ...includedOnRequest,
  ],
  rules,
  conditions,
  lacks: ['stopSequences', 'reasoning.budgetTokens'],
  unsupportedToolMembers: {
    'web-search': ['blockedDomains', 'maximumUses'],
    'computer-use': ['displayWidth', 'displayHeight', 'environment'],
  },
  readResponses: (exchanges) => readAnswers(exchanges, isSilent),
  readRequests,
  made: createdResources,
  callsOf: callsBy(saying, asking),
  retold: normalizeCall,
};
