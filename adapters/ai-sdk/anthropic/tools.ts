/** Tools of the contract as the library's. */
import { anthropic } from '@ai-sdk/anthropic';
import { jsonSchema, type ToolSet, tool as toolOf } from 'ai';
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { InvalidToolError, type RawTool, type Tool, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { camelCase, respelled } from '../shared/spelling.ts';
import { demandOwnWords, functionTool, type LibraryTool, type NamedTool, toolSet } from '../shared/tools.ts';
import { actionNames } from './actions.ts';

/** What this bridge can declare. */
const supported = [
  'function',
  'web-search',
  'web-fetch',
  'code-interpreter',
  'mcp-server',
  'computer-use',
  'shell',
  'text-editor',
  'raw',
];

/** The library's tools that a raw declaration can name, by the wire's `type` in the library's spelling. */
const factories = new Map<string, (args: never) => LibraryTool>(Object.entries(anthropic.tools));

/**
 * @throws UnsupportedToolError for a tool that the library or this bridge cannot declare
 * @throws InvalidToolError for a function whose schema is none, or a name that is there already
 */
export const toolsOf = (tools: readonly Tool[], adapterId: string): ToolSet =>
  toolSet(tools, (tool) => (tool.type === 'mcp-server' ? undefined : libraryTool(tool, adapterId)));

function libraryTool(tool: Tool, adapterId: string): NamedTool {
  switch (tool.type) {
    case 'function':
      return functionTool(tool);
    case 'web-search': {
      const userLocation = tool.userLocation && { type: 'approximate' as const, ...tool.userLocation };
      return ['web_search', anthropic.tools.webSearch_20260318(defined({ ...webArguments(tool), userLocation }))];
    }
    case 'web-fetch':
      return ['web_fetch', anthropic.tools.webFetch_20260318(webArguments(tool))];
    case 'code-interpreter':
      return ['code_execution', anthropic.tools.codeExecution_20260120()];
    case 'computer-use':
      return [actionNames[tool.type], anthropic.tools.computerToolset_20260801({})];
    case 'shell':
      return [actionNames[tool.type], anthropic.tools.bash_20250124({ execute: null })];
    case 'text-editor': {
      const { maximumCharacters: maxCharacters } = tool;
      return [actionNames[tool.type], anthropic.tools.textEditor_20250728(defined({ maxCharacters }))];
    }
    case 'raw':
      return rawTool(tool, adapterId);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supported);
  }
}

function webArguments({
  maximumUses,
  allowedDomains,
  blockedDomains,
}: Extract<Tool, { type: 'web-search' | 'web-fetch' }>) {
  return defined({ maxUses: maximumUses, allowedDomains, blockedDomains });
}

/**
 * MCP servers are no tools to the library, but an option of the call.
 *
 * @throws InvalidToolError for a server whose calls somebody has to approve: the API asks nobody
 */
export function mcpServersOf(tools: readonly Tool[]) {
  return tools.flatMap((tool) => {
    if (tool.type !== 'mcp-server') return [];
    if (tool.approvalMode === 'always')
      throw new InvalidToolError(tool.type, 'Anthropic asks for no approvals, so "approvalMode" is "never".');
    const { serverName: name, serverAddress: url, authorizationToken, allowedTools } = tool;
    return [
      defined({
        type: 'url' as const,
        name,
        url,
        authorizationToken,
        toolConfiguration: allowedTools && { enabled: true, allowedTools: [...allowedTools] },
      }),
    ];
  });
}

/** Files that code is to read: to the library parts of the user's message. */
export const fileIdsOf = (tools: readonly Tool[]): string[] =>
  tools.flatMap((tool) => (tool.type === 'code-interpreter' ? (tool.fileIds ?? []) : []));

/** The sandbox that a code interpreter is to go on in; it is an option of the call too. */
export const containerOf = (tools: readonly Tool[]): string | undefined =>
  tools.map((tool) => (tool.type === 'code-interpreter' ? tool.containerId : undefined)).find((id) => id !== undefined);

/** A declaration goes through as far as the library has a tool of its type, with the arguments that this tool takes. */
function rawTool(tool: RawTool, adapterId: string): NamedTool {
  demandOwnWords(tool, 'anthropic');
  const { type, name, ...rest } = tool.declaration;
  if ((type === undefined || type === 'custom') && typeof name === 'string') return [name, rawFunction(name, rest)];
  const make =
    typeof type === 'string'
      ? factories.get(camelCase(type).replace('ToolBm25', 'Bm25').replace('ToolRegex', 'Regex'))
      : undefined;
  if (!make || typeof name !== 'string') {
    throw new UnsupportedToolError('raw', adapterId, [
      ...supported,
      `raw for ${[...factories.keys()].join(', raw for ')}`,
    ]);
  }
  return [name, make(respelled(rest, camelCase) as never)];
}

/** A function whose members the library takes as its own, or as options for this provider. */
function rawFunction(name: string, { description, input_schema: schema, strict, ...rest }: JsonObject): LibraryTool {
  if (!isJsonObject(schema)) throw new InvalidToolError(name, 'its input_schema must be a JSON Schema.');
  const unknown = Object.keys(rest).find((member) => !functionOptions.has(member));
  if (unknown !== undefined) throw new InvalidToolError(name, `the AI SDK has no word for its member "${unknown}".`);
  const options = respelled(rest, camelCase) as JsonObject;
  return toolOf(
    defined({
      description: typeof description === 'string' ? description : undefined,
      strict: typeof strict === 'boolean' ? strict : undefined,
      inputSchema: jsonSchema(schema),
      // Of its own accord the library asks for eager streaming of every function of a stream.
      providerOptions: { anthropic: { eagerInputStreaming: false, ...options } },
    }),
  );
}

/** Source: `AnthropicToolOptions` of the library's `anthropic-prepare-tools.ts`. */
const functionOptions = new Set(['defer_loading', 'allowed_callers', 'eager_input_streaming', 'cache_control']);
