/** Tools of a request. Source: `Tool`, `FunctionDeclaration`, `McpServer` of `@google/genai`. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Tool } from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, otherMembers } from '../../wire/json.ts';
import { functionToolOf, textsOf, unreadOfTool } from '../../wire/requests.ts';

/** A tool as it was read, and which members of its declaration were. */
interface ToolReading {
  readonly tool: Tool;
  readonly read: readonly string[];
}

/**
 * The body's tools; their paths go to `paths`, what is not understood of them to `unread`. An element of `tools` may declare
 * several tools, each by a member of its own; functions stand in one list. That the answer may hold images is a tool of the
 * contract, and a member of `generationConfig` here. Without that member a model for images returns text and images.
 * Source: https://ai.google.dev/gemini-api/docs/image-generation, "Output types".
 */
export function readTools(
  body: JsonObject,
  model: string,
  paths: Map<object, string>,
  unread: Unrecognized[],
): { tools?: Tool[] } {
  const declared = asArray(body.tools)?.flatMap((value, i) =>
    toolsOf(asObject(value) ?? {}, `request.body.tools[${i}]`),
  );
  const modalities = asObject(body.generationConfig)?.responseModalities;
  const byDefault = modalities === undefined && imageModels.test(model);
  const images = byDefault || saysImages(modalities) ? [imagesOf(byDefault)] : [];
  const all = [...(declared ?? []), ...images];
  for (const { tool, path, missed } of all) {
    paths.set(tool, path);
    unread.push(...missed);
  }
  return declared || images.length > 0 ? { tools: all.map(({ tool }) => tool) } : {};
}

/** True where a response may hold images. */
export const saysImages = (modalities: Json | undefined): boolean => (asArray(modalities) ?? []).includes('IMAGE');

interface PlacedTool {
  readonly tool: Tool;
  readonly path: string;
  readonly missed: readonly Unrecognized[];
}

const imageModels = /-image(?:-|$)/;

const imagesOf = (byDefault: boolean): PlacedTool => ({
  tool: { type: 'image-generation' },
  path: byDefault ? 'request.url' : 'request.body.generationConfig.responseModalities',
  missed: [],
});

function toolsOf(element: JsonObject, path: string): PlacedTool[] {
  const members = otherMembers(element, new Set());
  return members.flatMap((member) => {
    const value = element[member] ?? null;
    const at = members.length === 1 ? path : `${path}.${member}`;
    if (member === 'functionDeclarations') {
      return (asArray(value) ?? []).map((declaration, i) =>
        placed(functionOf(asObject(declaration) ?? {}), declaration, `${path}.functionDeclarations[${i}]`),
      );
    }
    if (member === 'mcpServers') {
      return (asArray(value) ?? []).map((server, i) =>
        placed(serverOf(asObject(server) ?? {}), server, `${path}.mcpServers[${i}]`),
      );
    }
    return [placed(hostedOf(member, asObject(value) ?? {}, element), value, at)];
  });
}

function placed({ tool, read }: ToolReading, declaration: Json, path: string): PlacedTool {
  return {
    tool,
    path,
    missed: tool.type === 'raw' ? [] : unreadOfTool(asObject(declaration) ?? {}, new Set(read), path),
  };
}

const raw = (declaration: JsonObject): ToolReading => ({
  tool: { type: 'raw', providerApi: 'google', declaration },
  read: [],
});

/** JSON Schema stands in a member of its own; the older one is read as what the API knows of it. */
function functionOf(declaration: JsonObject): ToolReading {
  const { name, description, parametersJsonSchema, parameters } = declaration;
  const older = parametersJsonSchema === undefined ? asObject(parameters) : undefined;
  const schema = older ? jsonSchemaOf(older) : parametersJsonSchema;
  const tool = functionToolOf({ name, description, parameters: schema, strict: undefined });
  if (!tool) return raw({ functionDeclarations: [declaration] });
  return { tool, read: ['name', 'description', older ? 'parameters' : 'parametersJsonSchema'] };
}

function serverOf(server: JsonObject): ToolReading {
  const serverName = asString(server.name);
  const transport = asObject(server.streamableHttpTransport) ?? {};
  const serverAddress = asString(transport.url);
  if (!serverName || serverAddress === undefined || otherMembers(transport, new Set(['url', 'headers'])).length > 0) {
    return raw({ mcpServers: [server] });
  }
  const authorization = asString(asObject(transport.headers)?.Authorization)?.replace(/^Bearer /, '');
  const tool: Tool = {
    type: 'mcp-server',
    serverName,
    serverAddress,
    ...(authorization === undefined ? {} : { authorizationToken: authorization }),
  };
  return { tool, read: ['name', 'streamableHttpTransport'] };
}

/** Search and the like that this provider alone has, by the member that declares it. */
const specific: ReadonlyMap<string, string> = new Map([
  ['googleSearchRetrieval', 'google-search-retrieval'],
  ['enterpriseWebSearch', 'enterprise-web-search'],
  ['exaAiSearch', 'exa-ai-search'],
  ['parallelAiSearch', 'parallel-ai-search'],
  ['googleMaps', 'google-maps'],
]);
const retrievals: ReadonlyMap<string, string> = new Map([
  ['vertexAiSearch', 'vertex-ai-search'],
  ['vertexRagStore', 'vertex-rag-store'],
]);

function hostedOf(member: string, settings: JsonObject, element: JsonObject): ToolReading {
  switch (member) {
    case 'codeExecution':
      return { tool: { type: 'code-interpreter' }, read: [] };
    case 'urlContext':
      return { tool: { type: 'web-fetch' }, read: [] };
    case 'googleSearch': {
      const blockedDomains = textsOf(settings.excludeDomains);
      return { tool: { type: 'web-search', ...(blockedDomains ? { blockedDomains } : {}) }, read: ['excludeDomains'] };
    }
    case 'fileSearch': {
      const most = asCount(settings.topK);
      const vectorStoreIds = textsOf(settings.fileSearchStoreNames) ?? [];
      return {
        tool: { type: 'file-search', vectorStoreIds, ...(most ? { maximumResultCount: most } : {}) },
        read: ['fileSearchStoreNames', 'topK'],
      };
    }
    case 'computerUse': {
      // The wire has no display: what stands here in its place is only that there is none.
      const environment = settings.environment === 'ENVIRONMENT_BROWSER' ? { environment: 'browser' } : {};
      const tool = { type: 'computer-use', ...environment } as unknown as Tool;
      return { tool, read: ['environment'] };
    }
    case 'retrieval':
      return retrievalOf(settings) ?? raw(element);
    default: {
      const name = specific.get(member);
      return name === undefined ? raw({ [member]: settings }) : specificTool(name, settings);
    }
  }
}

function retrievalOf(retrieval: JsonObject): ToolReading | undefined {
  const [member, ...others] = otherMembers(retrieval, new Set());
  const name = member === undefined ? undefined : retrievals.get(member);
  const settings = member === undefined ? undefined : asObject(retrieval[member]);
  if (member === undefined || name === undefined || !settings || others.length > 0) return undefined;
  return { tool: { type: 'provider-specific', name, settings }, read: [member] };
}

const specificTool = (name: string, settings: JsonObject): ToolReading => ({
  tool: { type: 'provider-specific', name, settings },
  read: Object.keys(settings),
});

// `parameters` of a function: a subset of OpenAPI 3.0 that is no JSON Schema. Source: `Schema`, `Type` of
// `@google/genai`.

const asItIs = [
  ...['default', 'description', 'enum', 'example', 'format', 'maximum', 'minimum', 'nullable', 'pattern'],
  ...['propertyOrdering', 'required', 'title'],
];
/** Counts are text there, as 64-bit integers are in proto JSON. */
const counts = ['maxItems', 'maxLength', 'maxProperties', 'minItems', 'minLength', 'minProperties'];

/** What it says as JSON Schema. What such a schema has no member for, the API does not know: it is not said. */
export function jsonSchemaOf(schema: JsonObject): JsonObject {
  const members = Object.entries(schema).flatMap(([name, value]) => {
    const said = memberOf(name, value);
    return said === undefined ? [] : [[name, said] as const];
  });
  return Object.fromEntries(members);
}

function memberOf(name: string, value: Json): Json | undefined {
  const inner = (each: Json) => jsonSchemaOf(asObject(each) ?? {});
  if (asItIs.includes(name)) return value;
  if (counts.includes(name)) return Number(value);
  switch (name) {
    case 'type':
      return typeof value === 'string' ? value.toLowerCase() : undefined;
    case 'items':
      return inner(value);
    case 'anyOf':
      return asArray(value)?.map(inner);
    case 'properties':
      return Object.fromEntries(Object.entries(asObject(value) ?? {}).map(([key, each]) => [key, inner(each)]));
    default:
      return undefined;
  }
}
