import { createAmazonBedrockAnthropic } from '@ai-sdk/amazon-bedrock/anthropic';
import {
  type AnthropicLanguageModelOptions,
  type AnthropicProviderSettings,
  anthropic,
  createAnthropic,
} from '@ai-sdk/anthropic';
import { type FilePart, jsonSchema, type ModelMessage, type ToolSet, tool as toolOf } from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  assertHeaderValue,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  type Credentials,
  InvalidToolError,
  parseBaseUrl,
  type RawTool,
  readToken,
  resolveSurface,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import {
  type ActionTools,
  actionCall,
  actionName,
  actionNames,
  actionPart,
  actionResultPart,
  actionToolsOf,
} from '../shared/claude-actions.ts';
import { clientOf } from '../shared/client.ts';
import {
  hostedCall,
  hostedResult,
  type Output,
  ownOf,
  type Part,
  type PartOf,
  type Reading,
} from '../shared/contents-from-parts.ts';
import { bedrockAccess, patching, unusable } from '../shared/credentials.ts';
import { bedrockWords, type ErrorWords, invalidRequest } from '../shared/errors.ts';
import { asObject, camelCase, defined, plain, respelled, snakeCase, text } from '../shared/json.ts';
import { type JsonValue, modelMessages, type Writing } from '../shared/messages.ts';
import {
  type CallContext,
  type LibraryCall,
  libraryCall,
  type ModelOf,
  unsupportedSetting,
} from '../shared/provider-bridge.ts';
import type { StepEnd } from '../shared/step-result.ts';
import { demandOwnWords, functionTool, type LibraryTool, type NamedTool, toolSet } from '../shared/tools.ts';

// What Anthropic says in words of its own, as contents of the contract.

const key = 'anthropic';

/** The contract's names for tools of the provider. Any other keeps its own. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['web_fetch', 'web-fetch'],
  ['code_execution', 'code-interpreter'],
]);

/** The library takes several tools of a sandbox for one, and says which it was by a `type` that it puts into the input. */
const inputTypes = ['bash_code_execution', 'text_editor_code_execution', 'programmatic-tool-call'];

function readingOf(tools: readonly Tool[]): Reading {
  const actions = actionToolsOf(tools);
  return {
    key,
    contentsOf: (part) => ownContents(part, actions),
    ownText: (part) => ownContents(part, actions),
    protectedData: ({ signature, redactedData }) => text(signature) ?? text(redactedData),
    citedFile: ({ file_id: fileId }) => text(fileId),
    messageId: begunMessage,
    wholeMessageId: ({ response: { id } }) => id,
    refusal,
    // The library tells a turn that the API pauses as a stop.
    rawReason: 'pause_turn',
  };
}

/** Sources say again what stands in the results of a search and in the citations of a text, so they are left out. */
function ownContents(part: Part, actions: ActionTools): Content[] | undefined {
  switch (part.type) {
    case 'tool-call': {
      const content = part.providerExecuted ? ownHostedCall(part) : actionCall(part, actions);
      return content && [content];
    }
    case 'tool-result':
    case 'tool-error':
      return part.providerExecuted ? [searched(part, hostedResult(part, hostedToolOf(part).tool, outputsOf))] : [];
    case 'custom':
      return customContents(part);
    case 'text':
      return compaction(part);
    default:
      return undefined;
  }
}

/** To the library the summary of an earlier conversation is a text whose metadata says what it is. */
function compaction(part: PartOf<'text'>): Content[] | undefined {
  if (ownOf(part.providerMetadata, { key }).type !== 'compaction') return undefined;
  const outputs = [{ type: 'text' as const, text: part.text }];
  const rawRepresentation = { ...asObject(plain(part)), compaction: { type: 'compaction', content: part.text } };
  return [{ type: 'hosted-tool-result', tool: 'compaction', outputs, rawRepresentation }];
}

/** To the library a search for tools results in the list of references alone: with its name it is the wire's content. */
function searched(
  { type, toolName, ...part }: PartOf<'tool-result'> | PartOf<'tool-error'>,
  content: Content,
): Content {
  if (type !== 'tool-result' || !toolName.startsWith('tool_search_tool_') || !('output' in part)) return content;
  const references = respelled(plain(part.output), snakeCase);
  const found = { type: 'tool_search_tool_search_result', tool_references: references };
  return { ...content, rawRepresentation: { ...asObject(content.rawRepresentation), content: found } };
}

function ownHostedCall(part: PartOf<'tool-call'>): Content {
  const { type, ...rest } = asObject(part.input);
  const isTyped = part.toolName === 'code_execution' && typeof type === 'string' && inputTypes.includes(type);
  return hostedCall(part, {
    ...hostedToolOf(part),
    name: isTyped && type.endsWith('_code_execution') ? type : part.toolName,
    arguments: isTyped ? rest : plain(part.input),
  });
}

/** The contract's name for the tool, and the MCP server where it is one's. */
function hostedToolOf({ toolName, providerMetadata }: Pick<PartOf<'tool-call'>, 'toolName' | 'providerMetadata'>) {
  const { type, serverName } = ownOf(providerMetadata, { key });
  if (type === 'mcp-tool-use') return defined({ tool: 'mcp-server', serverName: text(serverName) });
  return { tool: toolNames.get(toolName) ?? toolName };
}

/** Read by members, because every tool has types of its own. */
function outputsOf(given: Json): Output[] {
  if (typeof given === 'string') return given === '' ? [] : [{ type: 'text', text: given }];
  if (Array.isArray(given)) return given.flatMap((item: Json) => outputsOf(item));
  if (!isJsonObject(given)) return [];
  const errorCode = text(given.errorCode) ?? text(given.error_code);
  if (errorCode !== undefined) {
    return [{ type: 'error', message: text(given.error_message) ?? errorCode, errorCode }];
  }
  const exitCode = given.return_code ?? 0;
  if (exitCode !== 0) {
    const words = [given.stdout, given.stderr].flatMap((member) => text(member) ?? []).join('');
    const message = words === '' ? `The program ended with code ${JSON.stringify(exitCode)}.` : words;
    return [{ type: 'error', message, errorCode: JSON.stringify(exitCode) }];
  }
  if (typeof given.url === 'string') return [{ type: 'uri', uri: given.url }];
  if (typeof given.file_id === 'string') return [{ type: 'hosted-file', fileId: given.file_id }];
  return [given.text, given.stdout, given.stderr, given.content].flatMap((member) => outputsOf(member ?? null));
}

function customContents(part: PartOf<'custom'>): Content[] | undefined {
  // The beginning of a stream; a whole response has none.
  if (part.kind === 'anthropic.message_start') return [];
  const fileId = text(ownOf(part.providerMetadata, { key }).fileId);
  if (part.kind !== 'anthropic.container_upload' || fileId === undefined) return undefined;
  return [{ type: 'hosted-file', fileId, rawRepresentation: plain(part) }];
}

/** The id comes with the beginning of a stream. */
function begunMessage(part: Part): string | undefined {
  if (part.type !== 'custom' || part.kind !== 'anthropic.message_start') return undefined;
  return text(ownOf(part.providerMetadata, { key }).id);
}

/** Why the model refused, where the provider says so. */
function refusal({ providerMetadata }: StepEnd): Content[] {
  const { explanation, category } = asObject(ownOf(providerMetadata, { key }).stopDetails);
  if (typeof explanation !== 'string' || explanation === '') return [];
  return [defined({ type: 'error' as const, message: explanation, errorCode: text(category) })];
}

// Tools of the contract as the library's.

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
const toolsOf = (tools: readonly Tool[], adapterId: string): ToolSet =>
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
function mcpServersOf(tools: readonly Tool[]) {
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
const fileIdsOf = (tools: readonly Tool[]): string[] =>
  tools.flatMap((tool) => (tool.type === 'code-interpreter' ? (tool.fileIds ?? []) : []));

/** The sandbox that a code interpreter is to go on in; it is an option of the call too. */
const containerOf = (tools: readonly Tool[]): string | undefined =>
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

// What goes back to Anthropic in words of its own.

const writing: Writing = {
  title: 'Anthropic',
  key: 'anthropic',
  signature: 'signature',
  assistantParts: (content, raw, options) => {
    if (content.type === 'action-call') return [{ ...actionPart(content, 'Anthropic'), ...options }];
    const isText = content.type === 'hosted-tool-result' && raw.type === 'text';
    return isText ? [{ type: 'text', text: String(raw.text), ...options }] : undefined;
  },
  actionName,
  // As a tool of the library returns it: the library has no output for a search_result or a document of text.
  rawOutput: ({ type, content }) =>
    type === 'tool_result' && content !== undefined ? { type: 'json', value: content as JsonValue } : undefined,
  resultPart: (content, names) => (content.type === 'action-result' ? actionResultPart(content, names) : undefined),
};

/**
 * @param fileIds files that go with the first message of the user, for code to read
 * @throws ProviderError (code `invalid_request_error`) for what the library has no part for
 */
function messagesOf(messages: readonly ChatMessage[], fileIds: readonly string[]): ModelMessage[] {
  const said = modelMessages(messages, writing);
  const first = said.find(({ role }) => role === 'user');
  if (Array.isArray(first?.content)) (first.content as FilePart[]).push(...fileIds.map(upload));
  return said;
}

/** The type of the file is not known here, and not sent. */
const upload = (fileId: string): FilePart => ({
  type: 'file',
  data: { type: 'reference', reference: { anthropic: fileId } },
  mediaType: 'application/octet-stream',
  providerOptions: { anthropic: { containerUpload: true } },
});

// Options of the contract as settings of one call of the library.

/** @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message */
function callFor(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { settings, adapterId, modelOf }: CallContext,
): LibraryCall {
  const { tools = [], reasoning, modelId = settings.model } = options;
  return libraryCall(
    {
      model: modelOf(modelId, options.rawRepresentation),
      tools: toolsOf(tools, adapterId),
      // The library adds the budget for thinking to what it is given; on the wire, and in the contract, it is a part of it.
      maxOutputTokens: (options.maxOutputTokens ?? settings.maxOutputTokens) - (reasoning?.budgetTokens ?? 0),
      messages: messagesOf(messages, fileIdsOf(tools)),
      providerOptions: { anthropic: anthropicOptions(options) },
    },
    options,
    settings,
  );
}

function anthropicOptions({ reasoning, allowMultipleToolCalls, tools = [], rawRepresentation }: ChatOptions) {
  const { budgetTokens, effort } = reasoning ?? {};
  const mcpServers = mcpServersOf(tools);
  const container = containerOf(tools);
  return defined({
    thinking: budgetTokens === undefined ? undefined : { type: 'enabled' as const, budgetTokens },
    effort,
    mcpServers: mcpServers.length > 0 ? mcpServers : undefined,
    container: container === undefined ? undefined : { id: container },
    disableParallelToolUse: allowMultipleToolCalls === undefined ? undefined : !allowMultipleToolCalls,
    // The library asks for the betas of what it is told itself.
    contextManagement:
      rawRepresentation?.context_management === undefined
        ? undefined
        : (respelled(rawRepresentation.context_management, camelCase) as never),
    // It does not know raw messages, and takes their beta here.
    anthropicBeta: addsTools(rawRepresentation?.messages) ? ['mid-conversation-tool-changes-2026-07-01'] : undefined,
  }) satisfies AnthropicLanguageModelOptions;
}

const addsTools = (messages: unknown): boolean => JSON.stringify(messages ?? null).includes('"tool_addition"');

/** What neither the API nor the library has a word for. */
function unsupportedSettings({ conversationId, store, tools = [] }: ChatOptions): Warning[] {
  const unsent = [...(conversationId === undefined ? [] : ['conversationId']), ...(store === true ? ['store'] : [])];
  const reasons = [
    ...unsent.map(
      (name) => `${name} was not sent: Anthropic keeps no conversation; every request carries all messages.`,
    ),
    ...tools.flatMap((tool) => {
      if (tool.type === 'computer-use') {
        const names = `displayWidth, displayHeight${tool.environment === undefined ? '' : ', environment'}`;
        return [`${names} were not sent: to Anthropic's toolset a screen is as large as its screenshots.`];
      }
      if (tool.type !== 'mcp-server' || tool.serverDescription === undefined) return [];
      return ['serverDescription was not sent: Anthropic has no place for it.'];
    }),
  ];
  return reasons.map(unsupportedSetting);
}

// The library's model, made of the caller's settings and of nothing else.

/**
 * The library asks for betas by itself, so that both variants of the API are the same to it.
 *
 * @throws TypeError when the credentials are of a kind that the library does not take for Anthropic or cannot be sent, the base URL is
 * none, or there is no such surface
 */
function modelsFor(settings: ClientSettings): ModelOf {
  const surface = resolveSurface(settings, 'Anthropic', ['ga', 'beta', '2026-10-21', '2023-06-01', 'bedrock-invoke']);
  if (surface === 'bedrock-invoke') return invokeModel(settings);
  const access = {
    baseURL: `${parseBaseUrl(settings)}/v1`,
    ...authentication(settings.credentials),
    ...(/^\d/.test(surface) ? { headers: { 'anthropic-version': surface } } : {}),
  };
  return (modelId, patch) =>
    createAnthropic({ ...access, ...patching(patch, (body) => withWholeContainer(body, patch)) })(modelId);
}

/** Its `fetch` comes behind the signature, so that nothing can be changed there. */
function invokeModel(settings: ClientSettings): ModelOf {
  const models = createAmazonBedrockAnthropic({ baseURL: parseBaseUrl(settings), ...bedrockAccess(settings) });
  return (modelId, patch) => {
    if (patch !== undefined) throw invalidRequest('Amazon Bedrock', 'the AI SDK adds no members to what it signs');
    return models(modelId);
  };
}

/** A container is its id, or an object with it: skills that a caller adds have their place in the object. */
function withWholeContainer(body: JsonObject, patch: JsonObject | undefined): JsonObject {
  const { container } = body;
  return typeof container === 'string' && isJsonObject(patch?.container)
    ? { ...body, container: { id: container } }
    : body;
}

function authentication(credentials: Credentials): Pick<AnthropicProviderSettings, 'apiKey' | 'authToken'> {
  switch (credentials.type) {
    case 'apiKey':
      return { apiKey: assertHeaderValue(credentials.apiKey) };
    case 'bearerToken':
      return { authToken: assertHeaderValue(credentials.token) };
    case 'tokenProvider':
      return { authToken: () => readToken(credentials.getToken) };
    default:
      throw unusable(credentials, 'Anthropic', ['apiKey', 'bearerToken', 'tokenProvider']);
  }
}

const words: ErrorWords = { title: 'Anthropic', requestIdHeader: 'request-id', codeOf: ({ type }) => type };

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const context = { settings, adapterId, modelOf: modelsFor(settings) };
  return clientOf(
    {
      words: settings.surface === 'bedrock-invoke' ? bedrockWords : words,
      reading: ({ tools = [] }) => readingOf(tools),
      call: (messages, options) => callFor(messages, options, context),
      unsupported: unsupportedSettings,
    },
    settings,
  );
}

const id = 'ai-sdk-anthropic';

/** Anthropic Messages through the AI SDK (`generateText`, `streamText`) and its provider `@ai-sdk/anthropic`. */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'anthropic',
  createClient: (settings) => createClient(id, settings),
};
