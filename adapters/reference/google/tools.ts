/** The contract's tools and tool mode as members of the request body. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatOptions,
  type FunctionTool,
  type Tool,
  type ToolMode,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { functionName, objectSchema, rawDeclaration } from '../shared/declare-tools.ts';
import { demandUnasked, demandUnset, namePattern, nameRule, type Surface, unsaid } from '../shared/google.ts';
import { defined, nonEmpty, withMembers } from '../shared/json.ts';

const providerApi = 'google';

/** Members of the body that declare tools. */
interface Declaration {
  readonly tools: readonly JsonObject[];
  /** True where the answer may hold images. */
  readonly images: boolean;
  readonly warnings: readonly Warning[];
}

/**
 * Functions stand together, every other tool alone.
 *
 * @param adapterId named in a refusal
 * @throws UnsupportedToolError for a tool that this surface of the API lacks
 * @throws InvalidToolError for a name, a schema or a setting that the API does not take
 */
export function declaration(tools: readonly Tool[], adapterId: string, surface: Surface): Declaration {
  const functions: JsonObject[] = [];
  const others: JsonObject[] = [];
  const warnings: Warning[] = [];
  for (const tool of tools) {
    switch (tool.type) {
      case 'function':
        functions.push(functionToWire(tool, warnings));
        break;
      case 'raw':
        others.push(rawDeclaration(tool, providerApi));
        break;
      case 'image-generation':
        warnings.push(...unsaid(tool, ['size', 'outputMediaType', 'partialImageCount']));
        break;
      default: {
        const hosted = hostedTool(tool, surface);
        if (!hosted) {
          throw new UnsupportedToolError(tool.type, `${adapterId} on ${surface}`, supportedTools(surface));
        }
        others.push(hosted.declaration);
        warnings.push(...unsaid(tool, hosted.unsaid));
      }
    }
  }
  return {
    tools: [...(functions.length > 0 ? [{ functionDeclarations: functions }] : []), ...others],
    images: tools.some(({ type }) => type === 'image-generation'),
    warnings,
  };
}

/** JSON Schema has a member of its own; `parameters` is a subset of OpenAPI. */
function functionToWire(tool: FunctionTool, warnings: Warning[]): JsonObject {
  warnings.push(...unsaid(tool, ['strict']));
  return defined({
    name: functionName(tool, namePattern, nameRule),
    description: tool.description,
    parametersJsonSchema: objectSchema(tool, 'Google'),
  });
}

/**
 * `functionCallingConfig`, and leave to call tools of both kinds; `undefined` where there is nothing to say. The Gemini API takes
 * functions beside tools of its own only where it may tell of the calls of these, and then has a mode of its own instead of AUTO; Vertex AI and
 * models before Gemini 3 do not know that member.
 *
 * @param tools as they are declared
 */
export function toolConfig(
  { toolMode }: ChatOptions,
  tools: readonly JsonObject[],
  surface: Surface,
  model: string,
): JsonObject | undefined {
  const has = (names: readonly string[]) => tools.some((tool) => names.some((name) => name in tool));
  const isNew = surface === 'gemini-api' && !/^gemini-[12]\b/.test(model);
  const isMixed = isNew && has(['functionDeclarations']) && has(toldApart);
  const config: JsonObject = defined({
    functionCallingConfig: toolMode && !(isMixed && toolMode.type === 'auto') ? callingConfig(toolMode) : undefined,
    includeServerSideToolInvocations: isMixed || undefined,
  });
  return withMembers(config);
}

/** Source: ai.google.dev, "Combine built-in tools and function calling". */
const toldApart = ['googleSearch', 'urlContext', 'fileSearch', 'googleMaps', 'codeExecution'];

function callingConfig(mode: ToolMode): JsonObject {
  switch (mode.type) {
    case 'none':
      return { mode: 'NONE' };
    case 'required':
      return mode.functionName === undefined
        ? { mode: 'ANY' }
        : { mode: 'ANY', allowedFunctionNames: [mode.functionName] };
    default:
      return { mode: 'AUTO' };
  }
}

// Tools that Google runs, or that the model knows by itself, as elements of `tools`. Source: `Tool` of `@google/genai`.

interface HostedTool {
  readonly declaration: JsonObject;
  /** Wishes that the API has no member for: the caller is warned of those that were given. */
  readonly unsaid: readonly string[];
}

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/**
 * Tools that Google alone has, by the name of a provider-specific tool: the path to the member that its settings are. The
 * settings are the API's own: `VertexAISearch`, `VertexRagStore`, `EnterpriseWebSearch`, `ToolExaAiSearch`,
 * `ToolParallelAiSearch`, `GoogleMaps`.
 */
const specific: Readonly<Record<string, { readonly path: readonly string[]; readonly surfaces: readonly Surface[] }>> =
  {
    'vertex-ai-search': { path: ['retrieval', 'vertexAiSearch'], surfaces: ['vertex'] },
    'vertex-rag-store': { path: ['retrieval', 'vertexRagStore'], surfaces: ['vertex'] },
    'enterprise-web-search': { path: ['enterpriseWebSearch'], surfaces: ['vertex'] },
    'exa-ai-search': { path: ['exaAiSearch'], surfaces: ['vertex'] },
    'parallel-ai-search': { path: ['parallelAiSearch'], surfaces: ['vertex'] },
    'google-maps': { path: ['googleMaps'], surfaces: ['gemini-api', 'vertex'] },
  };

const onBoth = ['function', 'code-interpreter', 'web-search', 'web-fetch', 'computer-use', 'image-generation', 'raw'];
/** What the SDK's own guards refuse on Vertex AI. */
const onGeminiAlone = ['file-search', 'mcp-server'];

/** What works on a surface: types of tools, and names of provider-specific ones. */
function supportedTools(surface: Surface): string[] {
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
function hostedTool(tool: Tool, surface: Surface): HostedTool | undefined {
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
  demandUnasked(tool);
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
