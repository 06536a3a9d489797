/** Tools and tool choice of a request. Source: `Tool`, `ToolChoiceFunction` of `openai`, `resources/responses`. */
import type { Json, JsonObject } from '../../../../lib/canonical-json.ts';
import type { Tool, WebSearchTool } from '../../../contract/index.ts';
import type { Unrecognized } from '../../../facts/fact.ts';
import { asCount, asObject, asString, otherMembers, remainingMembers } from '../../../wire/json.ts';
import { functionToolOf, type MemberReading, textsOf, unreadOfTool, userLocationOf } from '../../../wire/requests.ts';

/** A tool, and what of its declaration nothing reads. */
export interface ToolReading {
  readonly tool: Tool;
  readonly unread: Unrecognized[];
}

/** A tool in the contract's words; what these cannot say (a schema that is no object schema, a tool of its own kind), raw. */
export function toolOf(declaration: JsonObject, path: string, providerApi: string): ToolReading {
  const type = asString(declaration.type) ?? '';
  if (/^web_search(_preview)?(_[\d_]+)?$/.test(type)) return webSearchOf(declaration, path);
  const hosted = hostedToolOf(declaration);
  if (hosted) {
    return { tool: hosted.tool, unread: hosted.unread.map((m) => ({ path: `${path}.${m}`, what: `tool.${m}` })) };
  }
  const { name, description, parameters, strict } = declaration;
  const tool = type === 'function' ? functionToolOf({ name, description, parameters, strict }) : undefined;
  if (!tool) return { tool: { type: 'raw', providerApi, declaration }, unread: [] };
  return {
    tool,
    unread: unreadOfTool(declaration, new Set(['type', 'name', 'description', 'parameters', 'strict']), path),
  };
}

/** Any version of it, the previews included. Source: `WebSearchTool`, `WebSearchPreviewTool`. */
function webSearchOf(declaration: JsonObject, path: string): ToolReading {
  const filters = asObject(declaration.filters) ?? {};
  const allowedDomains = textsOf(filters.allowed_domains);
  const blockedDomains = textsOf(filters.blocked_domains);
  const userLocation = userLocationOf(declaration.user_location);
  const tool: WebSearchTool = {
    type: 'web-search',
    ...(allowedDomains ? { allowedDomains } : {}),
    ...(blockedDomains ? { blockedDomains } : {}),
    ...(userLocation ? { userLocation } : {}),
  };
  return {
    tool,
    unread: [
      ...unreadOfTool(declaration, new Set(['type', 'filters', 'user_location']), path),
      ...otherMembers(filters, new Set(['allowed_domains', 'blocked_domains'])).map((member) => ({
        path: `${path}.filters.${member}`,
        what: `tool.filters.${member}`,
      })),
    ],
  };
}

/** What a `tool_choice` says; `undefined` where the contract has no such choice. */
export function toolChoiceOf(value: Json): MemberReading | undefined {
  if (value === 'auto' || value === 'none' || value === 'required') return { options: { toolMode: { type: value } } };
  const choice = asObject(value);
  const name = asString(choice?.name);
  if (choice?.type !== 'function' || name === undefined) return undefined;
  return {
    options: { toolMode: { type: 'required', functionName: name } },
    rest: remainingMembers(choice, ['type', 'name']),
  };
}

// Hosted tools as requests declare them. Source: `Tool` of `openai`, `resources/responses/responses.d.ts`.

/** A tool, and the members of its declaration that nothing reads: `container.memory_limit`. */
interface HostedTool {
  readonly tool: Tool;
  readonly unread: readonly string[];
}

/** The tool, or `undefined` where the contract has none, or cannot say it: a member that it demands is missing. */
function hostedToolOf(declaration: JsonObject): HostedTool | undefined {
  switch (declaration.type) {
    case 'code_interpreter':
      return codeInterpreterOf(declaration);
    case 'file_search':
      return fileSearchOf(declaration);
    case 'mcp':
      return mcpServerOf(declaration);
    case 'computer':
      // The wire has no display, which the contract demands of whoever declares one.
      return { tool: { type: 'computer-use' } as Tool, unread: unreadIn(declaration, []) };
    case 'computer_use_preview':
      return computerOf(declaration);
    case 'image_generation':
      return imageGenerationOf(declaration);
    case 'shell':
      return shellOf(declaration);
    default:
      return undefined;
  }
}

const unreadIn = (declaration: JsonObject, known: readonly string[]): string[] =>
  otherMembers(declaration, new Set(['type', ...known]));

/** The same of an object that is a member. */
const unreadUnder = (member: string, object: Json | undefined, known: readonly string[]): string[] =>
  unreadIn(asObject(object) ?? {}, known).map((name) => `${member}.${name}`);

/** The members that hold something. */
function said<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

function codeInterpreterOf(declaration: JsonObject): HostedTool {
  const { container } = declaration;
  const tool = said({
    type: 'code-interpreter',
    containerId: asString(container),
    fileIds: textsOf(asObject(container)?.file_ids),
  }) as Tool;
  return {
    tool,
    unread: [...unreadIn(declaration, ['container']), ...unreadUnder('container', container, ['file_ids'])],
  };
}

function fileSearchOf(declaration: JsonObject): HostedTool | undefined {
  const { vector_store_ids: stores, max_num_results: most, ranking_options: ranking } = declaration;
  const vectorStoreIds = textsOf(stores);
  if (!vectorStoreIds) return undefined;
  const threshold = asObject(ranking)?.score_threshold;
  const tool = said({
    type: 'file-search',
    vectorStoreIds,
    maximumResultCount: asCount(most),
    scoreThreshold: typeof threshold === 'number' ? threshold : undefined,
  }) as Tool;
  return {
    tool,
    unread: [
      ...unreadIn(declaration, ['vector_store_ids', 'max_num_results', 'ranking_options']),
      ...unreadUnder('ranking_options', ranking, ['score_threshold']),
    ],
  };
}

/** A server that is named by an address; connectors and tunnels have none. Leave that depends on the tool stays unread. */
function mcpServerOf(declaration: JsonObject): HostedTool | undefined {
  const { server_label: label, server_url: url, require_approval: approval } = declaration;
  if (typeof label !== 'string' || label === '' || typeof url !== 'string') return undefined;
  const allowedTools = textsOf(declaration.allowed_tools);
  const asked = approval === 'always' || approval === 'never' ? approval : undefined;
  const tool = said({
    type: 'mcp-server',
    serverName: label,
    serverAddress: url,
    serverDescription: asString(declaration.server_description),
    allowedTools,
    approvalMode: asked,
    authorizationToken: asString(declaration.authorization),
  }) as Tool;
  const read = ['server_label', 'server_url', 'server_description', 'authorization'];
  if (allowedTools) read.push('allowed_tools');
  if (asked) read.push('require_approval');
  return { tool, unread: unreadIn(declaration, read) };
}

function computerOf(declaration: JsonObject): HostedTool | undefined {
  const [displayWidth, displayHeight] = [asCount(declaration.display_width), asCount(declaration.display_height)];
  if (!displayWidth || !displayHeight) return undefined;
  const environment = asString(declaration.environment);
  const known = environment !== undefined && ['browser', 'linux', 'mac', 'windows'].includes(environment);
  const tool = said({
    type: 'computer-use',
    displayWidth,
    displayHeight,
    environment: known ? environment : undefined,
  }) as Tool;
  const read = ['display_width', 'display_height'];
  return { tool, unread: unreadIn(declaration, known ? [...read, 'environment'] : read) };
}

function imageGenerationOf(declaration: JsonObject): HostedTool {
  const [size, format] = [asString(declaration.size), asString(declaration.output_format)];
  const sized = size !== undefined && /^\d+x\d+$/.test(size);
  const tool = said({
    type: 'image-generation',
    size: sized ? size : undefined,
    outputMediaType: format === undefined ? undefined : `image/${format === 'svg' ? 'svg+xml' : format}`,
    partialImageCount: asCount(declaration.partial_images),
  }) as Tool;
  const read = ['output_format', 'partial_images'];
  return { tool, unread: unreadIn(declaration, sized ? [...read, 'size'] : read) };
}

/** The application's own; one in a container is another tool, and stays raw. */
function shellOf(declaration: JsonObject): HostedTool | undefined {
  const environment = asObject(declaration.environment);
  if (environment && environment.type !== 'local') return undefined;
  return {
    tool: { type: 'shell' },
    unread: [...unreadIn(declaration, ['environment']), ...unreadUnder('environment', environment, [])],
  };
}
