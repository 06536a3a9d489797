/** The contract's tools as Mistral's requests declare them. Source: `ChatCompletionRequest.tools`, `ConversationRequest.tools`. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { InvalidToolError, type Tool, UnsupportedToolError, type Warning } from '../../../spec/contract/index.ts';
import { nestedFunction, rawDeclaration } from './declare-tools.ts';
import { defined } from './json.ts';

/** Source: the API's own validation message for names of functions. */
const namePattern = /^[a-zA-Z0-9_-]+$/;
const nameRule = 'Mistral takes names of letters A-Z and a-z, digits, underscores and hyphens.';

/** Members of the body that declare tools. */
interface Declaration {
  readonly tools: readonly JsonObject[];
  readonly warnings: readonly Warning[];
}

/**
 * @param caller the adapter, named in a refusal, and the API whose raw tools it passes on
 * @throws UnsupportedToolError for a tool that Mistral lacks; an MCP server is a connector there, which is registered beforehand
 * and named by its id
 * @throws InvalidToolError for a name, a schema or a setting that Mistral does not take
 */
export function declaration(
  tools: readonly Tool[],
  caller: { readonly adapterId: string; readonly providerApi: string },
): Declaration {
  const toWire = (tool: Tool): JsonObject => {
    if (tool.type === 'function') return nestedFunction(tool, 'Mistral', namePattern, nameRule);
    if (tool.type === 'raw') return rawDeclaration(tool, caller.providerApi);
    const lacks = lackedBy(caller.providerApi);
    const hosted = lacks.has(tool.type === 'provider-specific' ? tool.name : tool.type)
      ? undefined
      : hostedToWire(tool);
    if (!hosted) {
      const supported = supportedTools.filter((name) => ![...lacks].some((lacked) => name.includes(lacked)));
      throw new UnsupportedToolError(tool.type, caller.adapterId, supported);
    }
    return hosted;
  };
  return {
    tools: tools.map(toWire),
    warnings: tools.flatMap((tool) =>
      wishes(tool).map((member) => ({
        code: 'unsupported-setting',
        message: `${member} of ${tool.type} was not sent: Mistral has no member for it.`,
      })),
    ),
  };
}

// Tools that Mistral runs itself, declared alike in all its APIs. Source: `ConversationRequestTool`, `CustomConnector`, `ToolConfiguration`.

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/**
 * Tools that Mistral alone has, by the name of a provider-specific tool, with their settings.
 *
 * - `connector`: an MCP server that was registered beforehand. `connectorId` (its id or name, demanded), `authorization`
 *   (`{ type: "api-key" | "oauth2-token", value }`), and of its tools, by their names, `include` or `exclude`, and
 *   `requiresConfirmation`: those of which each call is asked for leave.
 * - `web-search-premium`: the search with news agencies. `include`, `exclude`, `requiresConfirmation` likewise.
 */
const specificSettings: ReadonlyMap<string, readonly string[]> = new Map([
  ['connector', ['connectorId', 'authorization', 'include', 'exclude', 'requiresConfirmation']],
  ['web-search-premium', ['include', 'exclude', 'requiresConfirmation']],
]);

const specificNames: readonly string[] = [...specificSettings.keys()];

/** What can be declared. */
const supportedTools = [
  ...['function', 'code-interpreter', 'file-search', 'web-search', 'image-generation'],
  ...specificNames.map((name) => `provider-specific "${name}"`),
  'raw',
];

/** What conversations and agents alone have, by its documentation; the types of chat completions have it too. */
const lackedBy = (providerApi: string): ReadonlySet<string> =>
  new Set(providerApi === 'mistral-chat' ? ['code-interpreter', 'web-search', 'web-search-premium'] : []);

/**
 * The declaration, or `undefined` for a tool that Mistral does not have.
 *
 * @throws InvalidToolError for a setting that would be another request without it, and that cannot be said
 */
function hostedToWire(tool: Tool): JsonObject | undefined {
  switch (tool.type) {
    case 'code-interpreter':
      refuse(tool, ['containerId', 'fileIds'], 'Mistral makes a sandbox of its own and takes no such member');
      return { type: 'code_interpreter' };
    case 'file-search':
      return { type: 'document_library', library_ids: tool.vectorStoreIds };
    case 'web-search':
      refuse(tool, ['allowedDomains', 'blockedDomains'], 'Mistral cannot be told where to search');
      return { type: 'web_search' };
    case 'image-generation':
      return { type: 'image_generation' };
    case 'provider-specific':
      return specificToWire(tool);
    default:
      return undefined;
  }
}

/** Members without which the tool does the same, less well: where Mistral has none for them, the caller is warned. */
function wishes(tool: Tool): string[] {
  const given = new Map<string, unknown>(Object.entries(tool));
  return (wishesOf[tool.type] ?? []).filter((member) => given.get(member) !== undefined);
}

const wishesOf: Readonly<Partial<Record<Tool['type'], readonly string[]>>> = {
  'file-search': ['maximumResultCount', 'scoreThreshold'],
  'web-search': ['maximumUses', 'userLocation'],
  'image-generation': ['size', 'outputMediaType', 'partialImageCount'],
};

function refuse(tool: Tool, members: readonly string[], reason: string): void {
  const given = new Map<string, unknown>(Object.entries(tool));
  const member = members.find((name) => given.get(name) !== undefined);
  if (member !== undefined) throw new InvalidToolError(tool.type, `its "${member}" cannot be said: ${reason}.`);
}

function specificToWire({ name, settings }: Of<'provider-specific'>): JsonObject | undefined {
  const known = specificSettings.get(name);
  if (!known) return undefined;
  const unknown = Object.keys(settings).find((member) => !known.includes(member));
  if (unknown !== undefined) {
    throw new InvalidToolError(name, `it has no setting "${unknown}"; its settings are ${known.join(', ')}.`);
  }
  const { connectorId, authorization, include, exclude, requiresConfirmation } = settings;
  if (name === 'connector' && (typeof connectorId !== 'string' || connectorId === '')) {
    throw new InvalidToolError(name, 'it needs the "connectorId" under which it was registered with Mistral.');
  }
  if (authorization !== undefined && !isAuthorization(authorization)) {
    throw new InvalidToolError(
      name,
      'its "authorization" must be { "type": "api-key" or "oauth2-token", "value": <text> }.',
    );
  }
  const configuration = defined({
    include: names(name, 'include', include),
    exclude: names(name, 'exclude', exclude),
    requires_confirmation: names(name, 'requiresConfirmation', requiresConfirmation),
  });
  return defined({
    type: name.replaceAll('-', '_'),
    connector_id: connectorId,
    authorization,
    tool_configuration: Object.keys(configuration).length > 0 ? configuration : undefined,
  });
}

function isAuthorization(value: Json): boolean {
  return (
    isJsonObject(value) &&
    (value.type === 'api-key' || value.type === 'oauth2-token') &&
    typeof value.value === 'string'
  );
}

function names(tool: string, setting: string, value: Json | undefined): Json | undefined {
  if (value === undefined || (Array.isArray(value) && value.every((name) => typeof name === 'string'))) return value;
  throw new InvalidToolError(tool, `its "${setting}" must be a list of names of tools.`);
}
