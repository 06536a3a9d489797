import { type OpenAILanguageModelResponsesOptions, openai } from '@ai-sdk/openai';
import { jsonSchema, type ToolContent, type ToolResultPart, type ToolSet, tool as toolOf } from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  InvalidToolError,
  type RawTool,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { clientOf } from '../shared/client.ts';
import { asObject, camelCase, defined, respelled, text } from '../shared/json.ts';
import { type AssistantPart, modelMessages, type PartOptions, type Writing } from '../shared/messages.ts';
import { openaiKey, openaiModels, openaiWords } from '../shared/openai.ts';
import { type CallContext, type LibraryCall, libraryCall, unsupportedSetting } from '../shared/provider-bridge.ts';
import { demandOwnWords, functionTool, type LibraryTool, type NamedTool, toolSet } from '../shared/tools.ts';
import { actionName, actionNames, actionPart, actionResultPart, declaredName } from './actions.ts';
import { readingOf, toldWithResult } from './read-response.ts';

// Declarations in OpenAI's words, as far as the library has a tool of their type.

/** The library's tools, by the wire's `type` in the library's spelling. */
const factories = new Map<string, (args: never) => LibraryTool>(Object.entries(openai.tools));

/**
 * @param supported what the adapter can declare besides
 * @throws UnsupportedToolError for a type that the library has no tool of
 * @throws InvalidToolError for a declaration in other words, or a member that the library has no word for
 */
function rawTool(tool: RawTool, adapterId: string, supported: readonly string[]): NamedTool {
  demandOwnWords(tool, 'openai-responses');
  const { type, ...members } = tool.declaration;
  if (type === 'function') return rawFunction(members);
  const name = String(type);
  const make = type === 'custom' ? openai.tools.customTool : factories.get(camelCase(name));
  if (!make) throw new UnsupportedToolError('raw', adapterId, [...supported, ...factories.keys()]);
  const { name: ownName, ...rest } = members;
  return [text(ownName) ?? name, make(argumentsOf(name, rest) as never)];
}

/** A function whose members the library takes as its own, or as options for this provider. */
function rawFunction({ name, description, parameters, strict, ...rest }: JsonObject): NamedTool {
  const unknown = Object.keys(rest).find((member) => !functionOptions.has(member));
  if (unknown !== undefined || typeof name !== 'string' || !isJsonObject(parameters)) {
    throw new InvalidToolError('raw', `the AI SDK has no word for its member "${unknown ?? 'name'}".`);
  }
  const options = respelled(rest, camelCase) as JsonObject;
  return [
    name,
    toolOf(
      defined({
        description: text(description),
        strict: typeof strict === 'boolean' ? strict : undefined,
        inputSchema: jsonSchema(parameters),
        providerOptions: { openai: options },
      }),
    ),
  ];
}

/** Source: `OpenAIToolOptions` of the library's `openai-responses-prepare-tools.ts`. */
const functionOptions = new Set(['allowed_callers', 'async', 'defer_loading', 'namespace', 'output_schema']);

/** The functions of a namespace: to the library it is an option of each of them. Other tools stay as they are. */
function withoutNamespaces(tool: Tool): Tool[] {
  if (tool.type !== 'raw' || tool.declaration.type !== 'namespace') return [tool];
  const { name = null, description = null, tools: declared } = tool.declaration;
  const functions = (Array.isArray(declared) ? declared : []).map(asObject);
  return functions.map((each) => ({ ...tool, declaration: { ...each, namespace: { name, description } } }));
}

/** What the library calls otherwise than in its own spelling of the wire's names. */
function argumentsOf(type: string, members: JsonObject): Json {
  const { ranking_options: ranking, ...rest } = members;
  if (type === 'file_search' && ranking !== undefined) return respelled({ ...rest, ranking }, camelCase);
  if (type === 'code_interpreter' && isJsonObject(rest.container)) {
    const { type: _, ...container } = rest.container;
    return respelled({ ...rest, container }, camelCase);
  }
  if (type === 'shell' && isJsonObject(rest.environment) && typeof rest.environment.type === 'string') {
    const { type: kind, skills, ...environment } = rest.environment;
    const named = Array.isArray(skills) ? { skills: skills.filter(isJsonObject).map(skillOf) } : {};
    return respelled({ ...rest, environment: { ...environment, type: camelCase(String(kind)), ...named } }, camelCase);
  }
  return respelled(members, camelCase);
}

/** A skill that is stored has an id for each provider. */
const skillOf = ({ skill_id: id, ...skill }: JsonObject): JsonObject =>
  skill.type === 'skill_reference'
    ? { ...skill, type: 'skillReference', providerReference: { openai: id ?? null } }
    : skill;

// Tools of the contract as the library's.

/** What this bridge can declare. */
const supported = [
  'function',
  'code-interpreter',
  'file-search',
  'web-search',
  'mcp-server',
  'computer-use',
  'image-generation',
  'shell',
  'raw',
];

const { tools: library } = openai;

/**
 * @throws UnsupportedToolError for a tool that the library or this bridge cannot declare
 * @throws InvalidToolError for a setting that it has no word for, or a name that is there already
 */
const toolsOf = (tools: readonly Tool[], adapterId: string): ToolSet =>
  toolSet(tools.flatMap(withoutNamespaces), (tool) => libraryTool(tool, adapterId));

function libraryTool(tool: Tool, adapterId: string): NamedTool {
  switch (tool.type) {
    case 'function':
      return functionTool(tool);
    case 'web-search':
      return ['web_search', webSearch(tool)];
    case 'file-search': {
      const { vectorStoreIds, maximumResultCount: maxNumResults, scoreThreshold } = tool;
      const ranking = scoreThreshold === undefined ? undefined : { scoreThreshold };
      return ['file_search', library.fileSearch(defined({ vectorStoreIds, maxNumResults, ranking }))];
    }
    case 'code-interpreter':
      return ['code_interpreter', codeInterpreter(tool)];
    case 'mcp-server':
      return [`mcp_${tool.serverName}`, mcpServer(tool)];
    case 'computer-use':
      return [actionNames[tool.type], library.computer()];
    case 'image-generation':
      return ['image_generation', imageGeneration(tool)];
    case 'shell':
      return [actionNames[tool.type], library.shell({ environment: { type: 'local' } })];
    case 'raw':
      return rawTool(tool, adapterId, supported);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supported);
  }
}

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

function webSearch({ allowedDomains, blockedDomains, userLocation }: Of<'web-search'>) {
  const filters = allowedDomains || blockedDomains ? defined({ allowedDomains, blockedDomains }) : undefined;
  return library.webSearch(
    defined({ filters, userLocation: userLocation && { type: 'approximate' as const, ...userLocation } }),
  );
}

function codeInterpreter({ containerId, fileIds }: Of<'code-interpreter'>) {
  if (containerId !== undefined && fileIds !== undefined) {
    throw new InvalidToolError(
      'code-interpreter',
      'OpenAI gives files to a new container alone; leave out "containerId" or "fileIds".',
    );
  }
  return library.codeInterpreter(defined({ container: containerId ?? (fileIds && { fileIds }) }));
}

const mcpServer = (tool: Of<'mcp-server'>) =>
  library.mcp(
    defined({
      serverLabel: tool.serverName,
      serverUrl: tool.serverAddress,
      serverDescription: tool.serverDescription,
      authorization: tool.authorizationToken,
      allowedTools: tool.allowedTools && [...tool.allowedTools],
      requireApproval: tool.approvalMode,
    }),
  );

/** @throws InvalidToolError for a format that the library has no word for */
function imageGeneration({ size, outputMediaType, partialImageCount: partialImages }: Of<'image-generation'>) {
  const formats = ['png', 'jpeg', 'webp'] as const;
  const outputFormat = formats.find((format) => outputMediaType === `image/${format}`);
  if (outputMediaType !== undefined && outputFormat === undefined) {
    throw new InvalidToolError('image-generation', `the AI SDK takes ${formats.join(', ')}, not "${outputMediaType}".`);
  }
  return library.imageGeneration(defined({ size, outputFormat, partialImages }));
}

// What goes back to OpenAI in words of its own.

/**
 * @param key under which the library keeps what is the provider's own
 * @param messages hold the calls that results answer
 */
function writingOf(key: string, messages: readonly ChatMessage[], tools: readonly Tool[]): Writing {
  const calls = messages.flatMap(({ contents }) => contents.filter((content) => content.type === 'action-call'));
  const callOf = (id: string) => calls.find(({ callId }) => callId === id);
  return {
    title: 'OpenAI',
    key,
    signature: 'reasoningEncryptedContent',
    assistantParts: (content, raw, options) => ownParts(content, raw, options, tools),
    actionName: (call) => actionName(call, tools),
    rawOutput: ({ output }) => rawOutput(output),
    resultPart: (content, names) =>
      content.type === 'action-result'
        ? actionResultPart(
            content,
            names.get(content.callId) ?? declaredName(content.tool, tools),
            callOf(content.callId),
          )
        : approval(content),
  };
}

function ownParts(
  content: Content,
  raw: JsonObject,
  options: PartOptions,
  tools: readonly Tool[],
): AssistantPart[] | undefined {
  switch (content.type) {
    case 'error':
      return content.errorCode === 'refusal' ? [{ type: 'text', text: content.message }] : undefined;
    case 'action-call':
      return [{ ...actionPart(content, tools), ...options }];
    case 'hosted-tool-call':
    case 'hosted-tool-result': {
      const told = raw.type === 'web_search_call' ? searchOf(raw, tools) : undefined;
      // One item is both, so it goes back once.
      if (told) return content.type === 'hosted-tool-call' ? callAndResult(told, {}) : [];
      if (raw.type !== 'tool-result' || !toldWithResult(String(raw.toolName))) return undefined;
      // Its call went with it, made of the same part.
      return content.type === 'hosted-tool-call' ? callAndResult(raw, options) : [];
    }
    case 'approval-request': {
      // The library asks about a call of its own making.
      const { requestId, name, arguments: given = {} } = content;
      const { toolCallId = requestId, toolName = `mcp.${name}`, input = given } = asObject(raw.toolCall);
      const call = { toolCallId: String(toolCallId), toolName: String(toolName), input };
      return [
        { type: 'tool-call', ...call, providerExecuted: true },
        { type: 'tool-approval-request', approvalId: content.requestId, toolCallId: call.toolCallId },
      ];
    }
    default:
      return undefined;
  }
}

function callAndResult(
  { toolCallId, toolName, input = {}, output }: JsonObject,
  options: PartOptions,
): AssistantPart[] {
  const call = { toolCallId: String(toolCallId), toolName: String(toolName) };
  const given = { type: 'json', value: output } as ToolResultPart['output'];
  return [
    { type: 'tool-call', ...call, input, providerExecuted: true },
    { type: 'tool-result', ...call, output: given, ...options },
  ];
}

/** What a function gave in the API's words; `undefined` for parts that the library has no word for. */
function rawOutput(output: Json | undefined): ToolResultPart['output'] | undefined {
  if (typeof output === 'string') return { type: 'text', value: output };
  if (!Array.isArray(output)) return undefined;
  type Parts = Extract<ToolResultPart['output'], { type: 'content' }>['value'];
  const parts = output.map(asObject).flatMap(({ type, text: words, image_url: url, detail }): Parts => {
    if (type === 'input_text' && typeof words === 'string') return [{ type: 'text', text: words }];
    if (type !== 'input_image' || typeof url !== 'string' || !/^https?:/.test(url)) return [];
    const providerOptions = typeof detail === 'string' ? { openai: { imageDetail: detail } } : undefined;
    const data = { type: 'url' as const, url: new URL(url) };
    return [defined({ type: 'file' as const, mediaType: 'image/*', data, providerOptions })];
  });
  return parts.length === output.length ? { type: 'content', value: parts } : undefined;
}

/** A search in the API's words, from another client, as the library's part; `undefined` where it does not say what was done. */
function searchOf({ id, action: done }: JsonObject, tools: readonly Tool[]): JsonObject | undefined {
  if (typeof id !== 'string' || !isJsonObject(done) || typeof done.type !== 'string') return undefined;
  const { type, sources, ...rest } = done;
  const output = defined({ action: { ...rest, type: camelCase(type) }, sources: sources ?? undefined });
  return { toolCallId: id, toolName: searchName(tools), output };
}

/** The name under which the search is declared. */
function searchName(tools: readonly Tool[]): string {
  const [declared] = tools.flatMap((tool) => (tool.type === 'raw' ? [tool.declaration] : []).filter(isSearch));
  return text(declared?.name) ?? 'web_search';
}

const isSearch = ({ type }: JsonObject): boolean => type === 'web_search' || type === 'web_search_preview';

function approval(content: Content): ToolContent[number] | undefined {
  if (content.type !== 'approval-response') return undefined;
  const { requestId: approvalId, approved, reason } = content;
  return {
    type: 'tool-approval-response',
    approvalId,
    approved,
    providerExecuted: true,
    ...(reason === undefined ? {} : { reason }),
  };
}

// Options of the contract as settings of one call of the library.

/**
 * Where OpenAI keeps the conversation (`conversationId`), only what came after the assistant's last word is sent.
 *
 * @param key under which the library keeps what is the provider's own
 * @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message
 */
function callFor(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { settings, adapterId, modelOf }: CallContext,
  key: string,
): LibraryCall {
  const { conversationId, tools = [], modelId = settings.model } = options;
  const kept = conversationId === undefined ? 0 : messages.findLastIndex(({ role }) => role === 'assistant') + 1;
  return libraryCall(
    {
      model: modelOf(modelId, options.rawRepresentation),
      tools: toolsOf(tools, adapterId),
      maxOutputTokens: options.maxOutputTokens,
      messages: modelMessages(withRequests(messages, kept), writingOf(key, messages, tools), kept),
      providerOptions: { [key]: openaiOptions(options) },
    },
    options,
    settings,
  );
}

/** The library takes an approval only after its request, also where OpenAI keeps the request. */
function withRequests(messages: readonly ChatMessage[], kept: number): readonly ChatMessage[] {
  const later = messages.slice(kept);
  const contents = later.flatMap((message) => message.contents);
  const answered = new Set(contents.flatMap((each) => (each.type === 'approval-response' ? [each.requestId] : [])));
  const requests = messages
    .slice(0, kept)
    .flatMap((message) => message.contents)
    .filter((each) => each.type === 'approval-request' && answered.has(each.requestId));
  return requests.length === 0
    ? messages
    : [...messages.slice(0, kept), { role: 'assistant', contents: requests }, ...later];
}

function openaiOptions({ allowMultipleToolCalls, reasoning, store, conversationId, tools = [] }: ChatOptions) {
  return defined({
    parallelToolCalls: allowMultipleToolCalls,
    reasoningEffort: reasoning?.effort,
    store,
    passThroughUnsupportedFiles: true,
    ...resumed(conversationId),
    maxToolCalls: mostSearches(tools),
    include: tools.some(({ type }) => type === 'file-search') ? ['file_search_call.results' as const] : undefined,
  }) satisfies OpenAILanguageModelResponsesOptions;
}

/** A conversation has an id of its own kind, a chain of responses that of the last one. */
function resumed(id: string | undefined) {
  if (id === undefined) return {};
  return id.startsWith('conv_') ? { conversation: id } : { previousResponseId: id };
}

/** The limit of the API is one for all tools that it runs, so it says the same only where search is the only one. */
function mostSearches(tools: NonNullable<ChatOptions['tools']>): number | undefined {
  const [tool, another] = tools.filter(({ type }) => type !== 'function');
  return tool?.type === 'web-search' && another === undefined ? tool.maximumUses : undefined;
}

/** What neither the API nor the library has a word for. */
function unsupportedSettings({ reasoning, tools = [] }: ChatOptions): Warning[] {
  const unsaid = tools.flatMap((tool) => {
    if (tool.type === 'computer-use') {
      const names = `displayWidth, displayHeight${tool.environment === undefined ? '' : ', environment'}`;
      return [`${names} of computer-use were not sent: OpenAI reads them from the screenshots.`];
    }
    if (tool.type !== 'web-search' || tool.maximumUses === undefined || mostSearches(tools) !== undefined) return [];
    return ['maximumUses of web-search was not sent: OpenAI Responses has one limit for all tools that it runs.'];
  });
  const budget =
    reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: OpenAI Responses takes an effort, no budget.'];
  return [...unsaid, ...budget].map(unsupportedSetting);
}

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const modelOf = openaiModels(settings, (provider, modelId) => provider.responses(modelId));
  const key = openaiKey(settings);
  const context = { settings, adapterId, modelOf };
  return clientOf(
    {
      words: openaiWords,
      reading: (options) => readingOf(key, options),
      call: (messages, options) => callFor(messages, options, context, key),
      unsupported: unsupportedSettings,
    },
    settings,
  );
}

const id = 'ai-sdk-openai-responses';

/** OpenAI Responses through the AI SDK and its providers `@ai-sdk/openai` (`openai.responses`) and `@ai-sdk/azure`. */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'openai-responses',
  createClient: (settings) => createClient(id, settings),
};
