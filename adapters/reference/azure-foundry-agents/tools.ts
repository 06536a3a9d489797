/** The contract's tools and tool mode in the words of the API. Source: `ToolDefinition`, `ToolResources`. */

import type { JsonObject } from '../../../lib/canonical-json.ts';
import { type Tool, UnsupportedToolError, type Warning } from '../../../spec/contract/index.ts';
import { functionOf, membersOf, openApiToWire, queuedFunctionToWire } from '../shared/azure.ts';
import { objectSchema, rawDeclaration } from '../shared/declare-tools.ts';
import { defined } from '../shared/json.ts';
import { codeInterpreterToWire, fileSearchToWire, resourcesOf } from '../shared/runs/tools.ts';

const providerApi = 'azure-foundry-agents';

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/** What an agent is made of where its tools are concerned. */
interface Declaration {
  readonly tools: readonly JsonObject[];
  /** What they work with; absent where that is nothing. */
  readonly resources: JsonObject | undefined;
  readonly warnings: readonly Warning[];
}

/**
 * @param adapterId named in a refusal
 * @param surface tells which version of the API is spoken: some tools are in the preview alone
 * @throws UnsupportedToolError for a tool that this version of the API does not have
 * @throws InvalidToolError for a name, a schema or a setting that it does not take
 */
export function declaration(tools: readonly Tool[], adapterId: string, surface: string): Declaration {
  const declared = tools.map((tool) => toolToWire(tool, adapterId, surface));
  return {
    tools: declared,
    resources: resourcesOf(tools, (tool) => (tool.type === 'provider-specific' ? specificResources(tool) : {})),
    warnings: tools.flatMap(unsaid),
  };
}

function toolToWire(tool: Tool, adapterId: string, surface: string): JsonObject {
  const declared = modelTextOf(tool, surface);
  if (declared) return declared;
  throw new UnsupportedToolError(tool.type, adapterId, supportedTools);
}

/** `undefined` for a tool that this version of the API does not have. */
function modelTextOf(tool: Tool, surface: string): JsonObject | undefined {
  switch (tool.type) {
    case 'function':
      return { type: 'function', function: functionOf(tool.name, tool.description, objectSchema(tool, 'Azure')) };
    case 'code-interpreter':
      return codeInterpreterToWire(tool, 'Azure AI Foundry Agents');
    case 'file-search':
      // Who ranks is a required member beside the threshold. Source: `FileSearchRankingOptions`.
      return fileSearchToWire(tool, 'Azure AI Foundry Agents', { ranker: 'auto' });
    case 'openapi':
      return openApiToWire(tool, 'connection');
    case 'raw':
      return rawDeclaration(tool, providerApi);
    case 'stateful-function':
      return tool.target.type === 'azure-function-basic' ? queuedFunctionToWire(tool, tool.target) : undefined;
    case 'mcp-server':
      return surface === 'preview' ? mcpServerToWire(tool) : undefined;
    case 'provider-specific':
      return specificToWire(tool, surface);
    default:
      return undefined;
  }
}

function mcpServerToWire({ serverName, serverAddress, allowedTools }: Of<'mcp-server'>): JsonObject {
  return defined({
    type: 'mcp',
    server_label: serverName,
    server_url: serverAddress,
    allowed_tools: allowedTools,
  });
}

/** Members of tools that the API has no place for. */
function unsaid(tool: Tool): Warning[] {
  const warn = (message: string): Warning => ({ code: 'unsupported-setting', message });
  const what = 'was not sent: Azure AI Foundry Agents have no member for it.';
  if (tool.type === 'function' && tool.strict) return [warn(`strict of the function "${tool.name}" ${what}`)];
  if (tool.type !== 'mcp-server' || tool.serverDescription === undefined) return [];
  return [warn(`serverDescription of the server "${tool.serverName}" ${what}`)];
}

// Tools that Azure AI Foundry alone has (Option 2), with the settings that each takes.

type ProviderSpecificTool = Extract<Tool, { type: 'provider-specific' }>;

interface SpecificTool {
  /** Its type on the wire. */
  readonly type: string;
  /** Members on the wire by settings; `connectionId` is always needed. */
  readonly members: Readonly<Record<string, string>>;
  /** Where they stand: a list of one in the tool itself, or in what the agent's tools work with. */
  readonly list: string;
  readonly inResources?: true;
  readonly previewOnly?: true;
}

const bing = {
  connectionId: 'connection_id',
  market: 'market',
  setLang: 'set_lang',
  count: 'count',
  freshness: 'freshness',
};

/**
 * By the contract's name. Source: `AISearchIndexResource`, `BingGroundingSearchConfiguration`, `BingCustomSearchConfiguration`,
 * `ToolConnectionList` of Azure.AI.Agents.
 */
const specific: ReadonlyMap<string, SpecificTool> = new Map<string, SpecificTool>([
  [
    'azure-ai-search',
    {
      type: 'azure_ai_search',
      list: 'indexes',
      inResources: true,
      members: {
        connectionId: 'index_connection_id',
        indexName: 'index_name',
        queryType: 'query_type',
        topK: 'top_k',
        filter: 'filter',
      },
    },
  ],
  ['bing-grounding-basic', { type: 'bing_grounding', list: 'search_configurations', members: bing }],
  [
    'bing-custom-search',
    {
      type: 'bing_custom_search',
      list: 'search_configurations',
      previewOnly: true,
      members: { ...bing, instanceName: 'instance_name' },
    },
  ],
  [
    'microsoft-fabric',
    { type: 'fabric_dataagent', list: 'connections', previewOnly: true, members: { connectionId: 'connection_id' } },
  ],
]);

/** Their names, for whoever asked for another. */
const specificTools: readonly string[] = [...specific].map(([name, { previewOnly }]) =>
  previewOnly ? `${name} (surface "preview")` : name,
);

/** What this adapter can declare, and in which version of the API where that is not every one. */
const supportedTools = [
  'function',
  'code-interpreter',
  'file-search',
  'openapi',
  'stateful-function (target "azure-function-basic")',
  'mcp-server (surface "preview")',
  ...specificTools,
  'raw',
];

/**
 * @returns `undefined` for a tool that this version of the API does not have
 * @throws InvalidToolError for settings that the tool does not have, or without those that it needs
 */
function specificToWire({ name, settings }: ProviderSpecificTool, surface: string): JsonObject | undefined {
  const tool = specific.get(name);
  if (!tool || (tool.previewOnly && surface !== 'preview')) return undefined;
  const one = membersOf(name, tool.members, settings);
  return tool.inResources ? { type: tool.type } : { type: tool.type, [tool.type]: { [tool.list]: [one] } };
}

/** What it works with, where that stands beside the tool. */
function specificResources({ name, settings }: ProviderSpecificTool): JsonObject {
  const tool = specific.get(name);
  return tool?.inResources ? { [tool.type]: { [tool.list]: [membersOf(name, tool.members, settings)] } } : {};
}
