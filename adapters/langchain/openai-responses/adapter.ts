import {
  AIMessage,
  type AIMessageChunk,
  type BaseMessage,
  type ContentBlock,
  HumanMessage,
  ToolMessage,
} from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { ChatOpenAI } from '@langchain/openai';
import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  type FunctionResultContent,
  type HostedToolResultContent,
  InvalidToolError,
  type RawTool,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { type Call, clientOf, type Outcome } from '../shared/client.ts';
import { failure, type LibraryCall, type LibraryMessage, outputsOf, type Reading } from '../shared/contents.ts';
import { invalidRequest } from '../shared/errors.ts';
import { asObject, defined, objects, plain, text } from '../shared/json.ts';
import { libraryMessages, thoughtNotSent, type Writing } from '../shared/messages.ts';
import { accessOf, formatOf, modelKwargs, provider, toolChoiceOf } from '../shared/openai.ts';

// What `ChatOpenAI` takes in messages of their own for Responses.

function writingOf(messages: readonly ChatMessage[]): Writing {
  const localCalls = new Set(messages.flatMap(({ contents }) => contents.flatMap(localCallIds)));
  return { provider, alone: (content) => alone(content, localCalls), assembled, gave };
}

/** What came of a call of the older local shell goes back in a form of its own. */
const localCallIds = (content: Content): readonly string[] =>
  content.type === 'action-call' && asObject(content.rawRepresentation).type === 'local_shell_call'
    ? [content.callId]
    : [];

/** The library's block for what it has no word for: it is sent as it is, in a message that says whose it is. */
const verbatim = (...blocks: ContentBlock.Standard[]): AIMessage =>
  new AIMessage({ contentBlocks: blocks, response_metadata: { output_version: 'v1', model_provider: 'openai' } });

/**
 * Items of a message that the library did not make; `undefined` where there are none, or something else beside them.
 *
 * @param warnings is added to
 */
function assembled(contents: readonly Content[], warnings: Warning[]): AIMessage | undefined {
  const items: JsonObject[] = [];
  const blocks = contents.flatMap((content): ContentBlock.Standard[] => {
    if (content.type === 'text') return content.text === '' ? [] : [{ type: 'text', text: content.text }];
    if (content.type === 'function-call' && content.arguments !== undefined) {
      return [{ type: 'tool_call', id: content.callId, name: content.name, args: content.arguments }];
    }
    const item = itemOf(content);
    // A call and its result may be one item.
    if (!item || items.some((earlier) => jsonEquals(earlier, item))) return [];
    items.push(item);
    return [{ type: 'non_standard', value: item }];
  });
  const isSayable = (content: Content) => sayable.has(content.type) || itemOf(content) !== undefined;
  if (items.length === 0 || !contents.every(isSayable)) return undefined;
  if (contents.some((content) => content.type === 'reasoning' && content.text !== '' && !itemOf(content))) {
    warnings.push(thoughtNotSent(provider));
  }
  return verbatim(...blocks);
}

/** Contents that need no item: the last two are left out, one of them with a warning. */
const sayable = new Set<Content['type']>(['text', 'function-call', 'error', 'reasoning']);

function itemOf(content: Content): JsonObject | undefined {
  const raw = asObject(content.rawRepresentation);
  switch (content.type) {
    case 'function-call': {
      const { callId: call_id, name, argumentsText = '' } = content;
      return raw.type === 'custom_tool_call'
        ? { ...raw, name, input: argumentsText }
        : { type: 'function_call', call_id, name, arguments: argumentsText };
    }
    case 'error':
      return content.errorCode === 'refusal'
        ? { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: content.message }] }
        : undefined;
    case 'reasoning':
      return raw.type === 'reasoning' ? raw : undefined;
    case 'hosted-tool-call':
    case 'hosted-tool-result':
    case 'action-call':
    case 'approval-request':
      return /^program$|_(call|output|list_tools|request)$/.test(text(raw.type) ?? '') ? raw : undefined;
    default:
      return undefined;
  }
}

/** Parts of OpenAI's, which the library passes on. */
function gave({ result, outputs, error, rawRepresentation }: FunctionResultContent): ContentBlock[] | undefined {
  const { output } = asObject(result === undefined && error === undefined ? rawRepresentation : undefined);
  return outputs?.map(partOf) ?? (Array.isArray(output) ? (objects(output) as ContentBlock[]) : undefined);
}

/** A standard block of a document goes out as text. */
function partOf(output: NonNullable<FunctionResultContent['outputs']>[number]): ContentBlock {
  if (output.type === 'text') return { type: 'input_text', text: output.text };
  const type = output.mediaType?.startsWith('image/') ? 'input_image' : 'input_file';
  if (output.type === 'hosted-file') return { type, file_id: output.fileId };
  const url = output.type === 'uri' ? output.uri : `data:${output.mediaType};base64,${output.data}`;
  if (type === 'input_image') return { type, detail: 'auto', image_url: url };
  const file = output.type === 'uri' ? { file_url: url } : { file_data: url, filename: 'document' };
  return { type, ...file };
}

type ActionResult = Extract<Content, { type: 'action-result' }>;

/** What came of a shell: the documents of `tools.shell` pass the item to `invoke`, which throws. */
function shellOutput({ callId, outputs, exitCode }: ActionResult, isLocal: boolean): BaseMessage {
  if (outputs.some(({ type }) => type === 'data')) {
    throw invalidRequest(provider, 'the outcome of a command is text, and no bytes');
  }
  const isLate =
    exitCode === undefined && outputs.some((each) => each.type === 'error' && each.errorCode === 'timeout');
  const words = { stdout: wordsOf(outputs, 'text'), stderr: wordsOf(outputs, 'error') };
  const outcome = isLate ? { type: 'timeout' } : { type: 'exit', exit_code: exitCode ?? 0 };
  const told = { ...words, ...(isLate ? { timed_out: true } : defined({ exit_code: exitCode })) };
  return verbatim({
    type: 'non_standard',
    value: isLocal
      ? { type: 'local_shell_call_output', id: callId, call_id: callId, output: JSON.stringify(told) }
      : { type: 'shell_call_output', call_id: callId, output: [{ ...words, outcome }] },
  });
}

/** What came of a patch: no document of the library says how it is sent. */
function patchOutput({ callId, outputs }: ActionResult): BaseMessage {
  const status = outputs.some(({ type }) => type === 'error') ? 'failed' : 'completed';
  const output = outputs.map((each) => wordsOf([each], 'text') || wordsOf([each], 'error')).join('\n');
  return verbatim({
    type: 'non_standard',
    value: { type: 'apply_patch_call_output', call_id: callId, status, output },
  });
}

const wordsOf = (outputs: ActionResult['outputs'], type: 'text' | 'error'): string =>
  outputs
    .map((output) => (output.type === type ? (output.type === 'text' ? output.text : output.message) : ''))
    .join('');

function alone(content: Content, localCalls: ReadonlySet<string>): BaseMessage | undefined {
  if (content.type === 'approval-response') {
    const { requestId: approval_request_id, approved: approve, reason } = content;
    const item = { type: 'mcp_approval_response', approval_request_id, approve };
    // Of its own block for it, the library sends these members and no reason.
    return reason === undefined
      ? new HumanMessage({ content: [item] })
      : verbatim({ type: 'non_standard', value: { ...item, reason } });
  }
  if (content.type !== 'action-result') return undefined;
  const [shot] = content.outputs;
  if (content.tool === 'shell') return shellOutput(content, localCalls.has(content.callId));
  if (content.tool === 'text-editor') return patchOutput(content);
  if (content.outputs.length !== 1 || shot?.type !== 'data') {
    throw invalidRequest(provider, 'the outcome of a computer action is one screenshot');
  }
  const screenshot = { type: 'computer_screenshot', image_url: `data:${shot.mediaType};base64,${shot.data}` };
  const type = 'computer_call_output';
  const checks = content.acknowledgedSafetyCheckIds?.map((id) => ({ id }));
  // Of a message for it, the library sends no more than the screenshot.
  return checks === undefined
    ? new ToolMessage({ tool_call_id: content.callId, content: [screenshot], additional_kwargs: { type } })
    : verbatim({
        type: 'non_standard',
        value: { type, call_id: content.callId, output: screenshot, acknowledged_safety_checks: checks },
      });
}

// Items of a response that the library has no standard block for, by their members.

type Output = HostedToolResultContent['outputs'][number];

/** The contract's names for tools of the provider. Any other keeps its own. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['file_search', 'file-search'],
  ['code_interpreter', 'code-interpreter'],
  ['image_generation', 'image-generation'],
  ['shell', 'shell'],
  ['mcp', 'mcp-server'],
  ['mcp_list_tools', 'mcp-server'],
]);

function itemContents(item: JsonObject): Content[] {
  const action = actionCall(item);
  if (action) return [action];
  if (item.type === 'mcp_approval_request') return [approvalRequest(item)];
  const type = text(item.type);
  return type === undefined || ours.has(type) ? [] : hosted(item, type);
}

/** Calls of the application's functions stand among the tool calls. */
const ours = new Set(['function_call', 'custom_tool_call']);

/** The application is asked to act, unless a shell is in a container of the provider's. */
function actionCall(item: JsonObject): Content | undefined {
  const callId = text(item.call_id) ?? '';
  const checks = objects(item.pending_safety_checks).map((check) =>
    defined({ id: text(check.id) ?? '', code: text(check.code), message: text(check.message) }),
  );
  const call = (tool: 'computer-use' | 'shell' | 'text-editor', actions: Json[]): Content =>
    defined({
      type: 'action-call' as const,
      callId,
      tool,
      actions: actions.filter(isJsonObject),
      pendingSafetyChecks: checks.length > 0 ? checks : undefined,
    });
  switch (item.type) {
    case 'computer_call':
      return call('computer-use', Array.isArray(item.actions) ? item.actions : [item.action ?? null]);
    case 'shell_call':
      return isHosted(item) ? undefined : call('shell', [{ type: 'exec', ...asObject(item.action) }]);
    case 'local_shell_call':
      // Its outcome goes back in another form, by which it is told apart from the newer shell.
      return { ...call('shell', [item.action ?? null]), rawRepresentation: item };
    case 'apply_patch_call':
      return call('text-editor', [item.operation ?? null]);
    default:
      return undefined;
  }
}

const isHosted = ({ environment }: JsonObject): boolean =>
  text(asObject(environment).type)?.startsWith('container') ?? false;

/** Whether an item asks the application for something. */
const asksTheApplication = (item: JsonObject): boolean =>
  ['function_call', 'custom_tool_call', 'mcp_approval_request'].includes(String(item.type)) ||
  actionCall(item) !== undefined;

const approvalRequest = ({ id, name, server_label, arguments: asked }: JsonObject): Content =>
  defined({
    type: 'approval-request' as const,
    requestId: text(id) ?? '',
    tool: 'mcp-server',
    name: text(name),
    serverName: text(server_label),
    arguments: parsed(asked),
  });

/** A call, by how its type ends, and a result too where something came of it. */
function hosted(item: JsonObject, type: string): Content[] {
  const stem = type.replace(/_(call|output|call_output)$/, '');
  const callId = text(item.call_id) ?? text(item.id);
  const tool = toolNames.get(stem) ?? stem;
  const outputs = outputsOfItem(item);
  const result = defined({ type: 'hosted-tool-result' as const, callId, tool, outputs, rawRepresentation: item });
  const isCall = type.endsWith('_call') || type === 'program' || type === 'mcp_list_tools';
  if (!isCall || callId === undefined) return [result];
  const call = defined({
    type: 'hosted-tool-call' as const,
    callId,
    tool,
    name: text(item.name),
    serverName: text(item.server_label),
    arguments: asked(item),
    rawRepresentation: item,
  });
  return gaveSomething(item) ? [call, result] : [call];
}

/** Where tools say what they gave. */
const giving = ['output', 'outputs', 'result', 'results', 'tools', 'error'];

/** Which item it is, and how far it is. */
const framing = new Set([
  ...['type', 'id', 'call_id', 'status', 'name', 'caller', 'execution', 'environment', 'created_by'],
  ...['approval_request_id', 'max_output_length', ...giving],
]);

function asked(item: JsonObject): Json {
  const said = ['arguments', 'action', 'operation', 'input'].find((name) =>
    typeof item[name] === 'object' || name === 'arguments' ? (item[name] ?? null) !== null : false,
  );
  if (said !== undefined)
    return typeof item[said] === 'string' ? (parsed(item[said]) ?? item[said]) : (item[said] ?? null);
  return Object.fromEntries(Object.entries(item).filter(([name, value]) => value !== null && !framing.has(name)));
}

/** A search gives its sources beside what it was asked. */
const sourcesOf = ({ action }: JsonObject): Json | undefined => asObject(action).sources;

const gaveSomething = (item: JsonObject): boolean =>
  item.status === 'failed' ||
  [...giving.map((name) => item[name]), sourcesOf(item)].some((given) => (given ?? null) !== null);

function outputsOfItem(item: JsonObject): Output[] {
  const { error, result, type } = item;
  const said = giving.filter((name) => name !== 'tools' && name !== 'error');
  if (type === 'image_generation_call' && typeof result === 'string') {
    const format = text(item.output_format) ?? 'png';
    return [{ type: 'data', data: result, mediaType: format === 'svg' ? 'image/svg+xml' : `image/${format}` }];
  }
  const outputs = [...said.flatMap((name) => outputsOf(item[name])), ...outputsOf(sourcesOf(item))];
  if ((error ?? null) === null && item.status !== 'failed') return outputs;
  const { message, code, content } = asObject(error);
  const { message: words } = failure([...outputsOf(content), ...outputs]) as { message: string };
  const errorCode = code === undefined ? undefined : String(code);
  return [defined({ type: 'error' as const, message: text(error) || text(message) || words, errorCode })];
}

function parsed(asked: unknown): Json | undefined {
  try {
    return JSON.parse(String(asked));
  } catch {
    return undefined;
  }
}

// What `ChatOpenAI` says of a response beside its standard blocks.

/** @param tools say which calls are of a tool that takes text */
function readingOf(tools: readonly Tool[]): Reading {
  const texts = new Set(tools.flatMap((tool) => (tool.type === 'raw' ? customName(tool.declaration) : [])));
  return {
    toolNames,
    blocksOf,
    nativeOf,
    readsNative: true,
    refusesInWords: true,
    nonStandard: itemContents,
    callOf: (call) => callOf(call, texts),
    isWhole,
  };
}

/** The standard blocks have the summary of a reasoning item; a whole response has the item too, with its text. */
function blocksOf({ contentBlocks, additional_kwargs }: LibraryMessage): JsonObject[] {
  const blocks = objects(plain(contentBlocks));
  const item = asObject(asObject(additional_kwargs).reasoning);
  const parts = objects(item.content).filter(({ type }) => type === 'reasoning_text');
  const reasoning = parts.map((part) => text(part.text) ?? '').join('');
  return blocks.map((block) =>
    block.type === 'reasoning' && block.reasoning === '' && block.id === item.id && reasoning !== ''
      ? { ...block, reasoning }
      : block,
  );
}

const customName = ({ type, name }: JsonObject): string[] =>
  type === 'custom' && typeof name === 'string' ? [name] : [];

/** Items come whole, a thought when its seal is there; words and arguments grow until the response is over. */
function isWhole(contents: readonly Content[], at: number): boolean {
  const content = contents[at];
  if (content?.type === 'reasoning') return content.protectedData !== undefined;
  return content?.type !== 'text' && content?.type !== 'function-call';
}

/** The item that a standard block was made of: the library's documents of these tools read `tool_outputs`. */
function nativeOf({ additional_kwargs }: LibraryMessage, block: JsonObject): JsonObject | undefined {
  const id = block.toolCallId ?? block.id ?? asObject(block.value).id;
  return id === undefined
    ? undefined
    : objects(asObject(additional_kwargs).tool_outputs).find((item) => item.id === id);
}

/** Calls to a computer have a name of the library's; those of a tool that takes text have it in a member of the library's. */
function callOf({ id: callId, name, args, members }: LibraryCall, texts: ReadonlySet<string>): Content | undefined {
  if (texts.has(name) && typeof args.input === 'string') {
    return { type: 'function-call', callId, name, argumentsText: args.input };
  }
  if (name !== 'computer_use' || members.isComputerTool !== true) return undefined;
  return itemContents({ ...members, action: args.action ?? null, type: 'computer_call', call_id: callId })[0];
}

const incompleteReasons = new Map([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content_filter'],
]);

/** @param options say whether the provider keeps the conversation */
function outcomeOf(message: LibraryMessage, { store, rawRepresentation: patch }: ChatOptions): Outcome {
  const said = asObject(message.response_metadata);
  const id = text(said.id) ?? text(message.id);
  return {
    responseId: id,
    messageId: objects(said.output).flatMap((item) => (item.type === 'message' ? (text(item.id) ?? []) : []))[0],
    modelId: text(said.model_name) ?? text(said.model),
    conversationId: (patch?.store ?? store) === false || said.store === false ? undefined : id,
    finishReason: finishReason(message, said),
  };
}

function finishReason(message: LibraryMessage, said: JsonObject): string | undefined {
  if (said.status === 'incomplete') {
    const reason = text(asObject(said.incomplete_details).reason) || 'incomplete';
    return incompleteReasons.get(reason) ?? reason;
  }
  const status = text(said.status) || undefined;
  if (status !== 'completed') return status === 'queued' || status === 'in_progress' ? undefined : status;
  if ((message.tool_calls ?? []).length > 0 || objects(said.output).some(asksTheApplication)) return 'tool_calls';
  return text(asObject(message.additional_kwargs).refusal) ? 'content_filter' : 'stop';
}

// Tools of the contract as those that `ChatOpenAI` takes for Responses: functions, and declarations of the provider, passed through.

const supported = [
  ...['function', 'code-interpreter', 'file-search', 'web-search', 'mcp-server', 'computer-use', 'image-generation'],
  ...['shell', 'raw'],
];

/**
 * @throws UnsupportedToolError for a tool that the API does not have
 * @throws InvalidToolError for a function whose schema is none, or a setting that cannot be said
 */
const toolsOf = (tools: readonly Tool[], adapterId: string): JsonObject[] =>
  tools.map((tool) => toolOf(tool, adapterId) as JsonObject);

function toolOf(tool: Tool, adapterId: string): object {
  switch (tool.type) {
    case 'function': {
      const { name, description, parameters, strict } = tool;
      if (!isJsonObject(parameters)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
      // Beside `function`, where the library passes members on: the one within it is replaced by the option of the call.
      return defined({ type: 'function', function: defined({ name, description, parameters }), strict });
    }
    case 'code-interpreter': {
      const { containerId, fileIds } = tool;
      if (containerId !== undefined && fileIds !== undefined) {
        throw new InvalidToolError(tool.type, 'OpenAI gives files to a new container alone; leave "containerId" out.');
      }
      return { type: 'code_interpreter', container: containerId ?? defined({ type: 'auto', file_ids: fileIds }) };
    }
    case 'file-search':
      return defined({
        type: 'file_search',
        vector_store_ids: tool.vectorStoreIds,
        max_num_results: tool.maximumResultCount,
        ranking_options: tool.scoreThreshold === undefined ? undefined : { score_threshold: tool.scoreThreshold },
      });
    case 'web-search': {
      const { allowedDomains, blockedDomains, userLocation } = tool;
      const isFiltered = allowedDomains !== undefined || blockedDomains !== undefined;
      return defined({
        type: 'web_search',
        filters: isFiltered ? defined({ allowed_domains: allowedDomains, blocked_domains: blockedDomains }) : undefined,
        user_location: userLocation && { type: 'approximate', ...userLocation },
      });
    }
    case 'mcp-server':
      return defined({
        type: 'mcp',
        server_label: tool.serverName,
        server_url: tool.serverAddress,
        server_description: tool.serverDescription,
        authorization: tool.authorizationToken,
        allowed_tools: tool.allowedTools,
        require_approval: tool.approvalMode,
      });
    case 'computer-use':
      return { type: 'computer' };
    case 'image-generation':
      return imageGeneration(tool);
    case 'shell':
      return { type: 'shell', environment: { type: 'local' } };
    case 'raw':
      return rawTool(tool);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supported);
  }
}

function imageGeneration({ size, outputMediaType, partialImageCount }: Extract<Tool, { type: 'image-generation' }>) {
  const output_format = outputMediaType?.replace(/^image\/(?:svg\+xml|(.*))$/, (_, kind) => kind ?? 'svg');
  if (output_format !== undefined && !['png', 'webp', 'jpeg', 'gif', 'svg'].includes(output_format)) {
    throw new InvalidToolError('image-generation', `OpenAI makes no images of the type "${outputMediaType}".`);
  }
  return defined({ type: 'image_generation', size, output_format, partial_images: partialImageCount });
}

/** A function is passed through where its members are those of Chat Completions; the library knows no other form. */
function rawTool({ providerApi, declaration }: RawTool): JsonObject {
  if (providerApi !== 'openai-responses') {
    throw new InvalidToolError(
      'raw',
      `its declaration is in the words of "${providerApi}", not of "openai-responses".`,
    );
  }
  const { type, name, description, parameters, ...rest } = declaration;
  if (type !== 'function') return declaration;
  return { type, function: defined({ name, description, parameters }), ...rest } as JsonObject;
}

const includes: Readonly<Partial<Record<Tool['type'], string>>> = {
  'web-search': 'web_search_call.action.sources',
  'file-search': 'file_search_call.results',
  'code-interpreter': 'code_interpreter_call.outputs',
};

/** What the response shall say of tools beyond the default. */
const includesOf = (tools: readonly Tool[]): string[] => [
  ...new Set(tools.flatMap(({ type }) => includes[type] ?? [])),
];

const mostSearches = (tools: readonly Tool[]): number | undefined =>
  tools.flatMap((tool) => (tool.type === 'web-search' ? (tool.maximumUses ?? []) : []))[0];

const isAlone = (tools: readonly Tool[]): boolean => tools.filter(({ type }) => type !== 'function').length === 1;

/** The API has one limit for all tools that it runs: it says the same only where search is the only one. */
const maxToolCallsOf = (tools: readonly Tool[]): number | undefined =>
  isAlone(tools) ? mostSearches(tools) : undefined;

/** What of the tools the API has no place for. */
function unsaidOfTools(tools: readonly Tool[]): string[] {
  return [
    ...(mostSearches(tools) !== undefined && !isAlone(tools)
      ? ['maximumUses of web-search was not sent: OpenAI Responses has one limit for all tools that it runs.']
      : []),
    ...tools.flatMap((tool) => {
      if (tool.type !== 'computer-use') return [];
      const names = (['displayWidth', 'displayHeight', 'environment'] as const).filter(
        (name) => tool[name] !== undefined,
      );
      return names.map((name) => `${name} of computer-use was not sent: OpenAI reads it from the screenshots.`);
    }),
  ];
}

// `ChatOpenAI` with `useResponsesApi`.

/** @param adapterId named in errors */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const { fields, secret } = accessOf(settings);

  const callOf = (messages: readonly ChatMessage[], options: ChatOptions, sent: () => void): Call => {
    const { tools = [], store, allowMultipleToolCalls, instructions, conversationId } = options;
    const warnings = optionWarnings(options);
    const declared = toolsOf(tools, adapterId);
    const { stopSequences: _, ...sayable } = options;
    const beside = defined({ store: store === true ? store : undefined, max_tool_calls: maxToolCallsOf(tools) });
    const model = new ChatOpenAI({
      ...fields(sayable, sent),
      ...modelKwargs({ ...beside, ...options.rawRepresentation }),
      useResponsesApi: true,
      // The library's word for a provider that keeps nothing.
      ...(store === false ? { zdrEnabled: true } : {}),
    });
    const include = [...includesOf(tools), ...(store === false ? ['reasoning.encrypted_content'] : [])];
    const callOptions = defined({
      ...formatOf(options),
      tool_choice: toolChoiceOf(options),
      parallel_tool_calls: allowMultipleToolCalls,
      previous_response_id: conversationId,
      include: include.length > 0 ? include : undefined,
    });
    return {
      model: model.bindTools(declared, callOptions as object) as Runnable<BaseMessage[], AIMessageChunk>,
      messages: libraryMessages(unkept(messages, conversationId), writingOf(messages), instructions, warnings),
      reading: readingOf(tools),
      warnings,
    };
  };
  return clientOf({ provider, secret, callOf, outcomeOf }, settings);
}

/** Where OpenAI keeps the conversation, it wants what came after the assistant's last word alone. */
const unkept = (messages: readonly ChatMessage[], conversationId: string | undefined): readonly ChatMessage[] =>
  conversationId === undefined
    ? messages
    : messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);

/** What neither the API nor the library has a word for. */
function optionWarnings({ reasoning, stopSequences = [], tools = [] }: ChatOptions): Warning[] {
  return [
    ...(stopSequences.length > 0 ? ['stopSequences were not sent: OpenAI Responses has none.'] : []),
    ...(reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: OpenAI Responses takes an effort, no budget.']),
    ...unsaidOfTools(tools),
  ].map((message) => ({ code: 'unsupported-setting', message }));
}

const id = 'langchain-openai-responses';

/** OpenAI Responses through LangChain's `ChatOpenAI` with `useResponsesApi`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'openai-responses',
  createClient: (settings) => createClient(id, settings),
};
