/** What the library's packages for Google are given alike: tools, and what has no words. */
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatOptions,
  InvalidToolError,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { defined } from './json.ts';

// Tools of the contract in Google's own words, which `bindTools` passes on.

/** Tools of the contract that a package declares. */
export const googleTools = [
  'function',
  'code-interpreter',
  'web-search',
  'web-fetch',
  'file-search',
  'mcp-server',
  'raw',
];

/** Tools of Google alone, and the members that declare them. */
const googleSpecificTools = new Map([['google-maps', 'googleMaps']]);

interface Declaring {
  /** Named in errors. */
  readonly adapterId: string;
  readonly supported?: readonly string[];
  /** Whether the surface takes domains that a search leaves out. */
  readonly excludesDomains?: boolean;
}

/**
 * Functions stand together, every other tool alone.
 *
 * @throws UnsupportedToolError for a tool that the library has no way to declare
 * @throws InvalidToolError for a schema or a setting that cannot be said
 */
export function toolsOf(tools: readonly Tool[], declaring: Declaring): JsonObject[] {
  const functions = tools.flatMap((tool) => (tool.type === 'function' ? [functionOf(tool)] : []));
  const others = tools.flatMap((tool) => (tool.type === 'function' ? [] : [toolOf(tool, declaring)]));
  return [...(functions.length > 0 ? [{ functionDeclarations: functions }] : []), ...others];
}

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/** JSON Schema has a member of its own; `parameters` is a subset of OpenAPI. */
function functionOf({ name, description, parameters: parametersJsonSchema }: Of<'function'>): JsonObject {
  if (!isJsonObject(parametersJsonSchema)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
  return defined({ name, description, parametersJsonSchema });
}

function toolOf(tool: Tool, declaring: Declaring): JsonObject {
  const { adapterId, supported = googleTools } = declaring;
  switch (tool.type) {
    case 'web-search':
      demandUnset(tool, declaring.excludesDomains ? ['allowedDomains'] : ['allowedDomains', 'blockedDomains']);
      return { googleSearch: defined({ excludeDomains: tool.blockedDomains }) };
    case 'web-fetch':
      demandUnset(tool, ['allowedDomains', 'blockedDomains', 'maximumUses']);
      return { urlContext: {} };
    case 'code-interpreter':
      demandUnset(tool, ['fileIds', 'containerId']);
      return { codeExecution: {} };
    case 'file-search':
      return {
        fileSearch: defined({ fileSearchStoreNames: tool.vectorStoreIds, topK: tool.maximumResultCount }),
      };
    case 'mcp-server':
      return mcpServer(tool);
    case 'provider-specific':
      return specific(tool, declaring);
    case 'raw':
      if (tool.providerApi === 'google') return tool.declaration;
      throw new InvalidToolError('raw', `its declaration is in the words of "${tool.providerApi}", not of "google".`);
    case 'computer-use':
      // The library would pass the declaration on; how what came of an action goes back is not built.
      throw new UnsupportedToolError(tool.type, adapterId, supported, { rejectedBy: 'bridge' });
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supported);
  }
}

function specific({ type, name, settings }: Of<'provider-specific'>, declaring: Declaring): JsonObject {
  const { adapterId, supported = googleTools } = declaring;
  const member = googleSpecificTools.get(name);
  if (member !== undefined) return { [member]: settings };
  const names = [...googleSpecificTools.keys()].map((known) => `provider-specific "${known}"`);
  throw new UnsupportedToolError(type, adapterId, [...supported, ...names]);
}

/** Nobody is asked before a call, and all tools of a server are offered. */
function mcpServer(tool: Of<'mcp-server'>): JsonObject {
  demandUnset(tool, ['allowedTools']);
  if (tool.approvalMode === 'always') {
    throw new InvalidToolError('mcp-server', 'Google asks for no approvals, so "approvalMode" is "never".');
  }
  const { serverName: name, serverAddress: url, authorizationToken: token } = tool;
  const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
  return { mcpServers: [{ name, streamableHttpTransport: defined({ url, headers }) }] };
}

/** @throws InvalidToolError where one of them is set: to leave it out would let the tool do more, or something else */
function demandUnset<T extends Tool>(tool: T, members: readonly (keyof T & string)[]): void {
  const set = members.find((member) => tool[member] !== undefined);
  if (set !== undefined) throw new InvalidToolError(tool.type, `"${set}" cannot be said to Google.`);
}

// Options that the API lacks.

const reasons = {
  allowMultipleToolCalls: 'Google has no member for it; a model may call several functions at once.',
  conversationId: 'generateContent keeps no conversation; every request carries all messages.',
  store: 'generateContent keeps no conversation; every request carries all messages.',
} as const;

/** Members of tools that neither the API nor the library has a word for. */
const unsaidMembers = [
  ...['scoreThreshold', 'userLocation', 'maximumUses', 'strict', 'serverDescription', 'approvalMode'],
  ...['size', 'outputMediaType', 'partialImageCount'],
];

/** @param more of the package, by options */
export function optionWarnings(options: ChatOptions, more: Partial<Record<keyof ChatOptions, string>> = {}): Warning[] {
  const settings = Object.entries({ ...reasons, ...more }).filter(
    ([name]) => options[name as keyof ChatOptions] !== undefined,
  );
  const members = (options.tools ?? [])
    .filter(({ type }) => type !== 'raw')
    .flatMap((tool) =>
      unsaidMembers
        .filter((name) => Object.hasOwn(tool, name))
        .map((name) => `${name} of ${tool.type} was not sent: Google has no member for it.`),
    );
  return [...members, ...settings.map(([name, reason]) => `${name} was not sent: ${reason}`)].map((message) => ({
    code: 'unsupported-setting',
    message,
  }));
}
