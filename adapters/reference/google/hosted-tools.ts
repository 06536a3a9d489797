/** Tools that Google runs, or that the model knows by itself, as elements of `tools`. Source: `Tool` of `@google/genai`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import { InvalidToolError, type Tool } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty } from '../shared/json.ts';
import type { Surface } from './sdk.ts';

export interface HostedTool {
  readonly declaration: JsonObject;
  /** Wishes that the API has no member for: the caller is warned of those that were given. */
  readonly unsaid: readonly string[];
}

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/**
 * Tools that Google alone has, by the name of a provider-specific tool: the path to the member that its settings are. The
 * settings are the API's own: `VertexAISearch`, `VertexRagStore`, `EnterpriseWebSearch`, `ToolExaAiSearch`,
 * `ToolParallelAiSearch`, `GoogleSearchRetrieval`, `GoogleMaps`.
 */
const specific: Readonly<Record<string, { readonly path: readonly string[]; readonly surfaces: readonly Surface[] }>> =
  {
    'vertex-ai-search': { path: ['retrieval', 'vertexAiSearch'], surfaces: ['vertex'] },
    'vertex-rag-store': { path: ['retrieval', 'vertexRagStore'], surfaces: ['vertex'] },
    'enterprise-web-search': { path: ['enterpriseWebSearch'], surfaces: ['vertex'] },
    'exa-ai-search': { path: ['exaAiSearch'], surfaces: ['vertex'] },
    'parallel-ai-search': { path: ['parallelAiSearch'], surfaces: ['vertex'] },
    'google-search-retrieval': { path: ['googleSearchRetrieval'], surfaces: ['gemini-api', 'vertex'] },
    'google-maps': { path: ['googleMaps'], surfaces: ['gemini-api', 'vertex'] },
  };

const onBoth = ['function', 'code-interpreter', 'web-search', 'web-fetch', 'computer-use', 'image-generation', 'raw'];
/** What the SDK's own guards refuse on Vertex AI. */
const onGeminiAlone = ['file-search', 'mcp-server'];

/** What works on a surface: types of tools, and names of provider-specific ones. */
export function supportedTools(surface: Surface): string[] {
  const names = Object.entries(specific).filter(([, { surfaces }]) => surfaces.includes(surface));
  return [
    ...onBoth,
    ...(surface === 'gemini-api' ? onGeminiAlone : []),
    ...names.map(([name]) => `provider-specific "${name}"`),
  ];
}

/**
 * `undefined` for a tool that the surface lacks.
 *
 * @throws InvalidToolError for a setting that would change what the tool may do, and that the API cannot be told
 */
export function hostedTool(tool: Tool, surface: Surface): HostedTool | undefined {
  if (surface === 'vertex' && onGeminiAlone.includes(tool.type)) return undefined;
  switch (tool.type) {
    case 'code-interpreter':
      demandUnset(tool, ['fileIds', 'containerId'], 'its code runs in a sandbox that takes neither');
      return { declaration: { codeExecution: {} }, unsaid: [] };
    case 'web-fetch':
      demandUnset(tool, ['allowedDomains', 'blockedDomains', 'maximumUses'], 'URL context has no settings');
      return { declaration: { urlContext: {} }, unsaid: [] };
    case 'web-search':
      return webSearch(tool, surface);
    case 'file-search':
      return {
        declaration: {
          fileSearch: defined({ fileSearchStoreNames: tool.vectorStoreIds, topK: tool.maximumResultCount }),
        },
        unsaid: ['scoreThreshold'],
      };
    case 'computer-use':
      return computerUse(tool);
    case 'mcp-server':
      return mcpServer(tool);
    case 'provider-specific':
      return providerSpecific(tool, surface);
    default:
      return undefined;
  }
}

/** The Gemini API takes no domains at all, Vertex AI those that are left out. */
function webSearch(tool: Of<'web-search'>, surface: Surface): HostedTool {
  demandUnset(tool, ['allowedDomains'], 'Google Search cannot be bound to domains');
  if (surface === 'gemini-api') demandUnset(tool, ['blockedDomains'], 'only Vertex AI leaves domains out');
  return {
    declaration: { googleSearch: defined({ excludeDomains: nonEmpty(tool.blockedDomains) }) },
    unsaid: ['maximumUses', 'userLocation'],
  };
}

/** Coordinates are thousandths of the screen, whatever its size. Of desktops there is one kind. */
function computerUse({ environment = 'browser' }: Of<'computer-use'>): HostedTool {
  const kind = environment === 'browser' ? 'ENVIRONMENT_BROWSER' : 'ENVIRONMENT_DESKTOP';
  return {
    declaration: { computerUse: { environment: kind } },
    unsaid: ['displayWidth', 'displayHeight', ...(environment === 'browser' ? [] : ['environment'])],
  };
}

/** Nobody is asked before a call. Source: `McpServer`, `StreamableHttpTransport`. */
function mcpServer(tool: Of<'mcp-server'>): HostedTool {
  demandUnset(tool, ['allowedTools'], 'Google offers the model all tools of a server');
  if (tool.approvalMode === 'always') {
    throw new InvalidToolError(
      'mcp-server',
      'Google asks nobody before it calls a server, so "approvalMode" cannot be "always".',
    );
  }
  const authorization = tool.authorizationToken;
  const transport = defined({
    url: tool.serverAddress,
    headers: authorization === undefined ? undefined : { Authorization: `Bearer ${authorization}` },
  });
  return {
    declaration: { mcpServers: [{ name: tool.serverName, streamableHttpTransport: transport }] },
    unsaid: ['serverDescription', 'approvalMode'],
  };
}

function providerSpecific({ name, settings }: Of<'provider-specific'>, surface: Surface): HostedTool | undefined {
  const known = Object.hasOwn(specific, name) ? specific[name] : undefined;
  if (!known?.surfaces.includes(surface)) return undefined;
  return {
    declaration: known.path.reduceRight<JsonObject>((inner, member) => ({ [member]: inner }), settings),
    unsaid: [],
  };
}

/** @throws InvalidToolError where one of them is set: to leave it out would let the tool do more, or something else */
function demandUnset<T extends Tool>(tool: T, members: readonly (keyof T & string)[], why: string): void {
  const set = members.find((member) => tool[member] !== undefined);
  if (set !== undefined) throw new InvalidToolError(tool.type, `"${set}" cannot be said to Google: ${why}.`);
}
