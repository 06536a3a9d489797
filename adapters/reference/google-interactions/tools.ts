/** The contract's tools and tool mode as members of the request body. Source: `Tool` of the namespace `Interactions` of `@google/genai`. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatOptions,
  type FunctionTool,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { functionName, objectSchema, rawDeclaration } from '../shared/declare-tools.ts';
import { demandUnasked, demandUnset, namePattern, nameRule, unsaid } from '../shared/google.ts';
import { defined } from '../shared/json.ts';

const providerApi = 'google-interactions';

interface Declaration {
  readonly tools: readonly JsonObject[];
  readonly warnings: readonly Warning[];
}

/**
 * @param adapterId named in a refusal
 * @throws UnsupportedToolError for a tool that the API lacks
 * @throws InvalidToolError for a name, a schema or a setting that the API does not take
 */
export function declaration(tools: readonly Tool[], adapterId: string): Declaration {
  const warnings: Warning[] = [];
  const declared = tools.map((tool) => {
    const said = toWire(tool);
    if (!said) throw new UnsupportedToolError(tool.type, adapterId, supported);
    warnings.push(...unsaid(tool, said.unsaid ?? []));
    return said.declaration;
  });
  return { tools: declared, warnings };
}

const supported = [
  'function',
  'code-interpreter',
  'file-search',
  'web-search',
  'web-fetch',
  'mcp-server',
  'computer-use',
  'raw',
];

interface Said {
  readonly declaration: JsonObject;
  /** Wishes that the API has no member for: the caller is warned of those that were given. */
  readonly unsaid?: readonly string[];
}

function toWire(tool: Tool): Said | undefined {
  switch (tool.type) {
    case 'function':
      return { declaration: functionToWire(tool), unsaid: ['strict'] };
    case 'raw':
      return { declaration: rawDeclaration(tool, providerApi) };
    case 'code-interpreter':
      demandUnset(tool, ['fileIds', 'containerId'], 'its code runs in a sandbox that takes neither');
      return { declaration: { type: 'code_execution' } };
    case 'web-search':
      demandUnset(tool, ['allowedDomains', 'blockedDomains'], 'its search cannot be bound to domains');
      return { declaration: { type: 'google_search' }, unsaid: ['maximumUses', 'userLocation'] };
    case 'web-fetch':
      demandUnset(tool, ['allowedDomains', 'blockedDomains', 'maximumUses'], 'URL context has no settings');
      return { declaration: { type: 'url_context' } };
    case 'file-search': {
      const { vectorStoreIds, maximumResultCount } = tool;
      const settings = { file_search_store_names: vectorStoreIds, top_k: maximumResultCount };
      return { declaration: defined({ type: 'file_search', ...settings }), unsaid: ['scoreThreshold'] };
    }
    case 'computer-use': {
      const environment = (tool.environment ?? 'browser') === 'browser' ? 'browser' : 'desktop';
      const lost = environment === 'browser' ? [] : ['environment'];
      return { declaration: { type: 'computer_use', environment }, unsaid: ['displayWidth', 'displayHeight', ...lost] };
    }
    case 'mcp-server':
      return { declaration: mcpServer(tool), unsaid: ['serverDescription', 'approvalMode'] };
    default:
      return undefined;
  }
}

const functionToWire = (tool: FunctionTool): JsonObject =>
  defined({
    type: 'function',
    name: functionName(tool, namePattern, nameRule),
    description: tool.description,
    parameters: objectSchema(tool, 'Google'),
  });

/** Nobody is asked before a call. Source: `MCPServer`, `AllowedTools`. */
function mcpServer(tool: Extract<Tool, { type: 'mcp-server' }>): JsonObject {
  demandUnasked(tool);
  const { serverName: name, serverAddress: url, allowedTools, authorizationToken: token } = tool;
  return defined({
    type: 'mcp_server',
    name,
    url,
    headers: token === undefined ? undefined : { Authorization: `Bearer ${token}` },
    allowed_tools: allowedTools && [{ mode: 'auto', tools: allowedTools }],
  });
}

/** It is about functions alone, and the service rejects it where none is declared. */
export function toolChoice({ toolMode, tools = [] }: ChatOptions): Json | undefined {
  if (!toolMode || !tools.some(({ type }) => type === 'function')) return undefined;
  if (toolMode.type !== 'required') return toolMode.type;
  const { functionName: only } = toolMode;
  return only === undefined ? 'any' : { allowed_tools: { mode: 'any', tools: [only] } };
}
