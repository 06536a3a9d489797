import { ChatAnthropic, type ChatAnthropicInput } from '@langchain/anthropic';
import { AIMessageChunk, type BaseMessage, type ContentBlock, ToolMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  assertHeaderValue,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  type FunctionResultContent,
  InvalidToolError,
  type RawTool,
  readToken,
  type Tool,
  UnsupportedToolError,
  type UsageDetails,
  type Warning,
} from '../../../spec/contract/index.ts';
import { type ActionTool, actionOf, outcomeOfAction } from '../shared/actions.ts';
import { addressOf, apiKeyOf, type Call, clientOf, type Outcome, toldFetch } from '../shared/client.ts';
import { type LibraryMessage, outputsOf, type Reading } from '../shared/contents.ts';
import { asObject, defined, number, objects, plain, text } from '../shared/json.ts';
import { libraryMessages, type Writing } from '../shared/messages.ts';

// What `ChatAnthropic` takes in Anthropic's own words, because the library's standard blocks do not say it.

const writing: Writing = { provider: 'Anthropic', shown, said, gave, alone };

/** Texts and titles of documents have no standard block that it sends. */
function shown(content: Content): ContentBlock | undefined {
  const { rawRepresentation: raw } = content;
  if (content.type === 'hosted-file' && isJsonObject(raw) && raw.type === 'container_upload')
    return { ...raw, type: raw.type };
  if (content.type !== 'data') return undefined;
  const { mediaType, data, name: title } = content;
  if (mediaType === 'text/plain') {
    const words = Buffer.from(data, 'base64').toString('utf8');
    return document({ type: 'text', media_type: mediaType, data: words }, title);
  }
  return title !== undefined && mediaType === 'application/pdf'
    ? document({ type: 'base64', media_type: mediaType, data }, title)
    : undefined;
}

const document = (source: JsonObject, title: string | undefined): ContentBlock =>
  defined({ type: 'document', source, title });

/** Reasoning that another library has read, with its signature. */
function said(content: Content): ContentBlock | undefined {
  if (content.type !== 'reasoning' || content.protectedData === undefined) return undefined;
  if (content.text === '') return { type: 'redacted_thinking', data: content.protectedData };
  return { type: 'thinking', thinking: content.text, signature: content.protectedData };
}

/** Blocks of a result, such as those that can be cited. */
function gave({ rawRepresentation: raw }: FunctionResultContent): ContentBlock[] | undefined {
  if (!isJsonObject(raw) || raw.type !== 'tool_result' || !Array.isArray(raw.content)) return undefined;
  return objects(raw.content).map((block) => ({ ...block, type: String(block.type) }));
}

function alone(content: Content): ToolMessage | undefined {
  if (content.type !== 'action-result') return undefined;
  const { blocks, status } = outcomeOfAction(content, ({ mediaType: mimeType, data }) => ({
    type: 'image',
    mimeType,
    data,
  }));
  return new ToolMessage({ tool_call_id: content.callId, content: blocks, status });
}

// What `ChatAnthropic` says of an answer beside its standard blocks.

/** The contract's names for tools of the provider. Any other keeps its own. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['web_fetch', 'web-fetch'],
  ['code_execution', 'code-interpreter'],
  ['bash_code_execution', 'code-interpreter'],
  ['text_editor_code_execution', 'code-interpreter'],
]);

const readingOf = (tools: readonly Tool[]): Reading => {
  const actions = actionToolsOf(tools);
  return { toolNames, blocksOf, nonStandard, callOf: (call) => actionOf(call, actions.get(call.name)) };
};

/**
 * The standard blocks of a message, one for each of Anthropic's in `content`. Where they leave something out, the block of `content`:
 * servers of MCP, files, details of results, and sources without a title.
 */
function blocksOf({ content, contentBlocks }: LibraryMessage): JsonObject[] {
  const own = objects(plain(content));
  return objects(plain(contentBlocks)).map((block, at) => {
    const native = own[at];
    if (native === undefined) return block;
    if (isHosted(text(native.type) ?? '')) return { type: 'non_standard', value: native };
    const citations = objects(native.citations).filter(({ cited_text }) => typeof cited_text === 'string');
    return citations.length > objects(block.annotations).length
      ? { ...block, annotations: citations.map(annotationOf) }
      : block;
  });
}

const isHosted = (type: string): boolean =>
  ['server_tool_use', 'mcp_tool_use', 'container_upload', 'compaction'].includes(type) || /._tool_result$/.test(type);

/** As the library writes them where the source has a title. What a search result names as its source need not be a URL. */
function annotationOf(citation: JsonObject): JsonObject {
  const source = text(citation.url) ?? text(citation.source);
  const isUrl = source !== undefined && URL.canParse(source);
  return defined({
    type: 'citation',
    url: isUrl ? source : undefined,
    title: citation.title ?? citation.document_title ?? (isUrl ? undefined : source),
    fileId: citation.file_id ?? undefined,
    citedText: citation.cited_text,
    startIndex: citation.start_char_index ?? citation.start_page_number ?? citation.start_block_index,
    endIndex: citation.end_char_index ?? citation.end_page_number ?? citation.end_block_index,
  }) as JsonObject;
}

/** Blocks that the library has no standard for. The pieces of arguments that it leaves among them belong to calls. */
function nonStandard(block: JsonObject): Content[] {
  const type = text(block.type) ?? '';
  if (type === 'redacted_thinking')
    return [defined({ type: 'reasoning' as const, text: '', protectedData: text(block.data) })];
  if (type === 'container_upload') return [{ type: 'hosted-file', fileId: text(block.file_id) ?? '' }];
  if (type === 'server_tool_use' || type === 'mcp_tool_use') {
    const name = text(block.name) ?? '';
    return [
      defined({
        type: 'hosted-tool-call' as const,
        callId: text(block.id) ?? '',
        tool: type === 'mcp_tool_use' ? 'mcp-server' : (toolNames.get(name) ?? name),
        serverName: text(block.server_name),
        name,
        arguments: block.input ?? {},
        rawRepresentation: block,
      }),
    ];
  }
  if (type === 'compaction') {
    const outputs = typeof block.content === 'string' ? [{ type: 'text' as const, text: block.content }] : [];
    // The library numbers the blocks of a stream.
    const { index: _, ...rawRepresentation } = block;
    return [{ type: 'hosted-tool-result', tool: type, outputs, rawRepresentation }];
  }
  if (!type.endsWith('_tool_result')) return [];
  const name = type.slice(0, -'_tool_result'.length);
  return [
    defined({
      type: 'hosted-tool-result' as const,
      callId: text(block.tool_use_id),
      tool: name === 'mcp' ? 'mcp-server' : (toolNames.get(name) ?? name),
      outputs: outputsOf(block.is_error === true ? block : block.content),
      rawRepresentation: block,
    }),
  ];
}

/** Tools that are answered by acting, by the names that the model calls them by. */
function actionToolsOf(tools: readonly Tool[]): ReadonlyMap<string, ActionTool> {
  return new Map(
    tools.flatMap((tool): [string, ActionTool][] => {
      if (tool.type === 'shell') return [['bash', tool.type]];
      if (tool.type === 'text-editor') return [['str_replace_based_edit_tool', tool.type]];
      if (tool.type !== 'raw') return [];
      const found = rawTypes.find(([prefix]) => String(tool.declaration.type).startsWith(prefix));
      return found ? [[String(tool.declaration.name), found[1]]] : [];
    }),
  );
}

const rawTypes: readonly [prefix: string, tool: ActionTool][] = [
  ['computer_', 'computer-use'],
  ['bash_', 'shell'],
  ['text_editor_', 'text-editor'],
];

const finishReasons = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/** Of a whole answer it stands in the metadata of the response, of a stream among the additional members. */
function outcomeOf(message: LibraryMessage): Outcome {
  const said = { ...asObject(message.additional_kwargs), ...asObject(message.response_metadata) };
  const reason = text(said.stop_reason) || undefined;
  const id = text(said.id) ?? text(message.id);
  return {
    responseId: id,
    messageId: id,
    modelId: text(said.model),
    finishReason: reason === undefined ? undefined : (finishReasons.get(reason) ?? reason),
  };
}

/** The usage of a whole response is in its metadata, as Anthropic gave it. */
function countsOf(message: LibraryMessage): UsageDetails {
  if (AIMessageChunk.isInstance(message)) return {};
  const { output_tokens_details: details } = asObject(asObject(message.response_metadata).usage);
  return defined({ reasoningTokens: number(asObject(details).thinking_tokens) });
}

// Tools of the contract as those that `ChatAnthropic` documents: functions, and declarations of the provider, passed through.

type LibraryTool = Parameters<ChatAnthropic['bindTools']>[0][number];
type HostedFile = Extract<Content, { type: 'hosted-file' }>;

const supported = [
  'function',
  'web-search',
  'web-fetch',
  'code-interpreter',
  'mcp-server',
  'shell',
  'text-editor',
  'raw',
];

/**
 * @throws UnsupportedToolError for a tool that the library has no way to declare
 * @throws InvalidToolError for a function whose schema is none, or a server whose calls need leave
 */
const toolsOf = (tools: readonly Tool[], adapterId: string): LibraryTool[] =>
  tools.map((tool) => toolOf(tool, adapterId) as unknown as LibraryTool);

function toolOf(tool: Tool, adapterId: string): JsonObject {
  switch (tool.type) {
    case 'function': {
      const { name, description, parameters: input_schema, strict } = tool;
      if (!isJsonObject(input_schema)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
      return defined({ name, description, input_schema, strict });
    }
    case 'web-search': {
      const user_location = tool.userLocation && { type: 'approximate', ...tool.userLocation };
      return defined({ type: 'web_search_20260318', name: 'web_search', ...pages(tool), user_location }) as JsonObject;
    }
    case 'web-fetch':
      return { type: 'web_fetch_20260318', name: 'web_fetch', ...pages(tool) };
    case 'code-interpreter':
      return { type: 'code_execution_20260521', name: 'code_execution' };
    case 'shell':
      return { type: 'bash_20250124', name: 'bash' };
    case 'text-editor':
      return defined({
        type: 'text_editor_20250728',
        name: 'str_replace_based_edit_tool',
        max_characters: tool.maximumCharacters,
      });
    case 'mcp-server':
      return mcpToolset(tool);
    case 'computer-use':
      // The library has it up to computer_20251124; the calls of that version are bridged by nobody yet.
      throw new UnsupportedToolError(tool.type, adapterId, supported, { rejectedBy: 'bridge' });
    case 'raw':
      return rawTool(tool, adapterId);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supported);
  }
}

function pages({ maximumUses, allowedDomains, blockedDomains }: Extract<Tool, { type: 'web-search' | 'web-fetch' }>) {
  return defined({ max_uses: maximumUses, allowed_domains: allowedDomains, blocked_domains: blockedDomains });
}

type McpServer = Extract<Tool, { type: 'mcp-server' }>;

/** Of some tools only: all are switched off, and these on again. */
function mcpToolset({ serverName: mcp_server_name, allowedTools, approvalMode }: McpServer): JsonObject {
  if (approvalMode === 'always') {
    throw new InvalidToolError('mcp-server', 'Anthropic asks for no approvals, so "approvalMode" is "never".');
  }
  const only = allowedTools && {
    default_config: { enabled: false },
    configs: Object.fromEntries(allowedTools.map((name) => [name, { enabled: true }])),
  };
  return { type: 'mcp_toolset', mcp_server_name, ...only };
}

/** Servers are an option of the call. */
function mcpServersOf(tools: readonly Tool[]) {
  const servers = tools.filter((tool) => tool.type === 'mcp-server');
  if (servers.length === 0) return undefined;
  return servers.map(({ serverName: name, serverAddress: url, authorizationToken: authorization_token }) =>
    defined({ type: 'url' as const, name, url, authorization_token }),
  );
}

/** The sandbox that a code interpreter is to go on in; an option of the call too. */
const containerOf = (tools: readonly Tool[]): string | undefined =>
  tools.find((tool) => tool.type === 'code-interpreter')?.containerId;

/** Files that code is to read. */
const uploadsOf = (tools: readonly Tool[]): HostedFile[] =>
  tools.flatMap((tool) => {
    const ids = tool.type === 'code-interpreter' ? (tool.fileIds ?? []) : [];
    return ids.map((file_id): HostedFile => {
      const rawRepresentation = { type: 'container_upload', file_id };
      return { type: 'hosted-file', fileId: file_id, rawRepresentation };
    });
  });

/** @throws UnsupportedToolError for what `bindTools` does not take; `invocationKwargs`, which takes anything, is not bridged */
function rawTool({ providerApi, declaration }: RawTool, adapterId: string): JsonObject {
  if (providerApi !== 'anthropic') {
    throw new InvalidToolError('raw', `its declaration is in the words of "${providerApi}", not of "anthropic".`);
  }
  const { type, name, mcp_server_name: server, input_schema: schema } = declaration;
  const isTaken = schema !== undefined || ((name ?? server) !== undefined && boundTypes.test(String(type)));
  if (!isTaken) throw new UnsupportedToolError('raw', adapterId, supported, { rejectedBy: 'bridge' });
  return declaration;
}

/** Source: `isBuiltinTool` in the library's `chat_models.ts`. */
const boundTypes =
  /^(text_editor_|computer_|bash_|web_search_|web_fetch_|str_replace_editor_|str_replace_based_edit_tool_|code_execution_|memory_|tool_search_|mcp_toolset)/;

/** Betas that the library does not ask for by itself. Source: `ANTHROPIC_TOOL_BETAS` in its `utils/tools.ts`. */
const betas = new Map([
  ['computer_20241022', 'computer-use-2024-10-22'],
  ['bash_20241022', 'computer-use-2024-10-22'],
  ['text_editor_20241022', 'computer-use-2024-10-22'],
]);

const betasOf = (tools: readonly LibraryTool[], raw: JsonObject = {}): string[] => [
  ...new Set(tools.flatMap((tool) => betas.get(String((tool as JsonObject).type)) ?? [])),
  ...[...betasOfRaw].flatMap(([type, beta]) => (JSON.stringify(raw).includes(`"${type}"`) ? [beta] : [])),
];

/** By types within raw members. */
const betasOfRaw = new Map([
  ['tool_addition', 'mid-conversation-tool-changes-2026-07-01'],
  ['clear_tool_uses_20250919', 'context-management-2025-06-27'],
]);

/** Absent where the caller leaves it to the library. */
function toolChoiceOf({ toolMode: mode, allowMultipleToolCalls: many, tools = [] }: ChatOptions) {
  if (tools.length === 0 && mode?.type !== 'required') return undefined;
  if (!mode && many === undefined) return undefined;
  const name = mode?.type === 'required' ? mode.functionName : undefined;
  const type = mode?.type === 'required' ? (name === undefined ? 'any' : 'tool') : (mode?.type ?? 'auto');
  const single = many === undefined || type === 'none' ? undefined : !many;
  return defined({ type, name, disable_parallel_tool_use: single });
}

// `ChatAnthropic`, made of the caller's settings and of nothing else.

/** The library asks for betas by itself, so that both variants of the API are the same to it. */
const versions = ['2026-10-21', '2023-06-01'];
const surfaces = ['ga', 'beta', ...versions] as const;

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the library does not take for Anthropic or cannot be sent, the base URL is
 * none, or there is no such surface
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const anthropicApiUrl = addressOf(settings, writing.provider, surfaces);
  const { secret, fields, clientOptions } = accessOf(settings.credentials);
  const version = versions.find((known) => known === settings.surface);
  const defaultHeaders = { ...clientOptions.defaultHeaders, ...(version ? { 'anthropic-version': version } : {}) };

  const callOf = (messages: readonly ChatMessage[], options: ChatOptions, sent: () => void): Call => {
    const { tools = [], stopSequences, instructions } = options;
    // The library asks for the betas of what it is told itself.
    const { context_management: contextManagement, ...rawRepresentation } = options.rawRepresentation ?? {};
    const declared = toolsOf(tools, adapterId);
    const warnings = optionWarnings(options);
    const model = new ChatAnthropic({
      ...modelFields(options, settings),
      ...fields,
      anthropicApiUrl,
      betas: betasOf(declared, options.rawRepresentation),
      clientOptions: { ...clientOptions, defaultHeaders, timeout: settings.timeout, fetch: toldFetch(sent) },
      ...(contextManagement === undefined ? {} : { contextManagement: contextManagement as never }),
      ...(options.rawRepresentation ? { invocationKwargs: rawRepresentation } : {}),
    });
    const callOptions = defined({
      stop: stopSequences,
      tool_choice: toolChoiceOf(options),
      mcp_servers: mcpServersOf(tools),
      container: containerOf(tools),
    });
    return {
      model: model.bindTools(declared, callOptions as object) as Runnable<BaseMessage[], AIMessageChunk>,
      messages: libraryMessages(withUploads(messages, uploadsOf(tools)), writing, instructions, warnings),
      reading: readingOf(tools),
      warnings,
    };
  };
  const column = {
    ...{ provider: writing.provider, callOf, outcomeOf, countsOf },
    get secret() {
      return secret();
    },
  };
  return clientOf(column, settings);
}

/** How the service learns who calls. */
interface Access {
  /** That was sent last; is in no message. */
  readonly secret: () => string;
  readonly fields: Pick<ChatAnthropicInput, 'apiKey' | 'createClient'>;
  readonly clientOptions: NonNullable<ChatAnthropicInput['clientOptions']>;
}

/** `ChatAnthropic` gives its key to the SDK whatever the options of the client are, and the SDK would take a token of the environment. */
function accessOf(credentials: ClientSettings['credentials']): Access {
  switch (credentials.type) {
    case 'bearerToken': {
      const token = assertHeaderValue(credentials.token);
      const clientOptions = { authToken: token, defaultHeaders: { 'x-api-key': null } };
      return { secret: () => token, fields: { apiKey: token }, clientOptions };
    }
    case 'tokenProvider':
      return byTokens(credentials.getToken);
    default: {
      const apiKey = apiKeyOf(credentials, 'ChatAnthropic');
      return { secret: () => apiKey, fields: { apiKey }, clientOptions: { authToken: null } };
    }
  }
}

/** A function has no place but in a client of the SDK, which the library makes in `createClient`. */
function byTokens(getToken: () => Promise<string>): Access {
  let secret = '';
  // Expired as soon as it is used: whoever gives tokens knows which one holds.
  const credentials = async () => {
    secret = await readToken(getToken);
    return { token: secret, expiresAt: 0 };
  };
  const { createClient: clientOfLibrary } = new ChatAnthropic({ apiKey: 'not sent' });
  const createClient: ChatAnthropicInput['createClient'] = (options) =>
    clientOfLibrary({ ...options, apiKey: null, authToken: null, credentials });
  return { secret: () => secret, fields: { createClient }, clientOptions: {} };
}

function modelFields(options: ChatOptions, settings: ClientSettings): ChatAnthropicInput {
  const { reasoning, temperature, modelId, maxOutputTokens, responseFormat } = options;
  const { budgetTokens, effort } = reasoning ?? {};
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined;
  const format = schema && { type: 'json_schema' as const, schema };
  return defined({
    model: modelId ?? settings.model,
    maxTokens: maxOutputTokens ?? settings.maxOutputTokens,
    temperature,
    thinking: budgetTokens === undefined ? undefined : { type: 'enabled' as const, budget_tokens: budgetTokens },
    outputConfig: effort || format ? defined({ effort, format }) : undefined,
    maxRetries: settings.retries ?? 0,
  });
}

/** Files for code to read stand in the first message of the user. */
function withUploads(messages: readonly ChatMessage[], uploads: ChatMessage['contents']): readonly ChatMessage[] {
  const first = messages.findIndex(({ role }) => role === 'user');
  if (uploads.length === 0 || first < 0) return messages;
  return messages.map((message, at) =>
    at === first ? { ...message, contents: [...message.contents, ...uploads] } : message,
  );
}

/** What neither the API nor the library has a word for. */
function optionWarnings({ conversationId, store, responseFormat, tools = [] }: ChatOptions): Warning[] {
  const unsent = [...(conversationId === undefined ? [] : ['conversationId']), ...(store === true ? ['store'] : [])];
  const isFree = responseFormat?.type === 'json' && responseFormat.schema === undefined;
  return [
    ...(isFree ? ['responseFormat was not sent: Anthropic takes JSON with a schema only.'] : []),
    ...unsent.map(
      (name) => `${name} was not sent: Anthropic keeps no conversation; every request carries all messages.`,
    ),
    ...tools.flatMap((tool) =>
      tool.type === 'mcp-server' && tool.serverDescription !== undefined
        ? ['serverDescription was not sent: Anthropic has no place for it.']
        : [],
    ),
  ].map((message) => ({ code: 'unsupported-setting', message }));
}

const id = 'langchain-anthropic';

/** Anthropic Messages through LangChain's `ChatAnthropic`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'anthropic',
  createClient: (settings) => createClient(id, settings),
};
