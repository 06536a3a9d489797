import { type AmazonBedrockLanguageModelChatOptions, amazonBedrock, createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import type { LanguageModel, ToolSet } from 'ai';
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  mergePatch,
  parseBaseUrl,
  resolveSurface,
  type Tool,
  type Warning,
} from '../../../spec/contract/index.ts';
import {
  actionCall,
  actionName,
  actionNames,
  actionPart,
  actionResultPart,
  actionToolsOf,
} from '../shared/claude-actions.ts';
import { clientOf } from '../shared/client.ts';
import type { Reading } from '../shared/contents-from-parts.ts';
import { bedrockAccess } from '../shared/credentials.ts';
import { bedrockWords, invalidRequest } from '../shared/errors.ts';
import { asObject, defined, text } from '../shared/json.ts';
import { modelMessages, type Writing } from '../shared/messages.ts';
import { type CallContext, type LibraryCall, libraryCall, unsupportedSetting } from '../shared/provider-bridge.ts';
import { chatTools, type DeclaredFunction, type LibraryTool, type NamedTool } from '../shared/tools.ts';

// The library's model, made of the caller's settings and of nothing else.

/** By what its options and metadata go. */
const key = 'amazonBedrock';

/** What the library tells models of Anthropic by. */
const isClaude = (modelId: string): boolean => modelId.includes('anthropic');

/**
 * @throws TypeError when the credentials cannot be sent, the base URL is none, no region is given, or there is no such surface
 */
function modelsFor(settings: ClientSettings): (modelId: string) => LanguageModel {
  resolveSurface(settings, 'Amazon Bedrock', ['converse']);
  return createAmazonBedrock({
    baseURL: parseBaseUrl(settings),
    ...bedrockAccess(settings),
  });
}

// Tools of the contract as the library's.

/**
 * @throws UnsupportedToolError for all but functions and, where the model is one of Claude's, the tools that the library has of Claude's own
 * @throws InvalidToolError for a function whose schema is none, or a name that is there already
 */
const toolsOf = (tools: readonly Tool[], adapterId: string, modelId: string): ToolSet =>
  chatTools(tools, adapterId, 'bedrock-converse', {
    declaredFunction,
    ...(isClaude(modelId) ? { own: { supported: Object.keys(actionNames), toolOf: claudeTool } } : {}),
  });

/** Documented under "Computer Use" of the library's provider for Amazon Bedrock. */
function claudeTool(tool: Tool): NamedTool | undefined {
  switch (tool.type) {
    case 'computer-use': {
      const { displayWidth: displayWidthPx, displayHeight: displayHeightPx } = tool;
      return [actionNames[tool.type], library.computer_20250124({ displayWidthPx, displayHeightPx })];
    }
    case 'shell':
      return [actionNames[tool.type], library.bash_20250124({})];
    case 'text-editor':
      return [actionNames[tool.type], library.textEditor_20250728(defined({ maxCharacters: tool.maximumCharacters }))];
    default:
      return undefined;
  }
}

/** The library types them without `undefined` among their optional members. */
const library = amazonBedrock.tools as unknown as Record<
  'bash_20250124' | 'computer_20250124' | 'textEditor_20250728',
  (args: JsonObject) => LibraryTool
>;

const declaredFunction: DeclaredFunction = ({ toolSpec, ...others }) => {
  if (!isJsonObject(toolSpec) || Object.keys(others).length > 0) return undefined;
  const { inputSchema, ...rest } = toolSpec;
  return { ...rest, parameters: asObject(inputSchema).json ?? null };
};

// What goes back to Amazon Bedrock in words of its own.

const title = 'Amazon Bedrock';

const writing: Writing = {
  title,
  key,
  signature: 'signature',
  assistantParts(content, _raw, options) {
    if (content.type === 'action-call') return [{ ...actionPart(content, title), ...options }];
    if (content.type !== 'reasoning' || content.text !== '' || options.providerOptions) return undefined;
    // Opaque state without a word is not a signature of words.
    const { protectedData: redactedContent } = content;
    if (redactedContent === undefined) return undefined;
    return [{ type: 'reasoning', text: '', providerOptions: { [key]: { redactedContent } } }];
  },
  actionName,
  resultPart: (content, names) => (content.type === 'action-result' ? actionResultPart(content, names) : undefined),
  lacks: ['hosted-file'],
  typeOfAddress,
  addresses: /^(image|video)\//,
};

/** By the endings of paths: all that the library takes in S3, and it wants to know exactly. */
const types: ReadonlyMap<string, string> = new Map([
  ...['gif', 'jpeg', 'png', 'webp'].map((ending) => [ending, `image/${ending}`] as const),
  ...['mp4', 'mpeg', 'mpg', 'webm', 'wmv'].map((ending) => [ending, `video/${ending}`] as const),
  ['jpg', 'image/jpeg'],
  ['3gp', 'video/3gpp'],
  ['flv', 'video/x-flv'],
  ['mkv', 'video/x-matroska'],
  ['mov', 'video/quicktime'],
]);

/** @throws ProviderError (code `invalid_request_error`) where the ending says nothing */
function typeOfAddress(uri: string): string {
  const type = types.get(uri.replace(/.*\./, '').toLowerCase());
  if (type) return type;
  throw invalidRequest(
    title,
    'of what is at an address neither a media type nor the ending says that it is a picture or a film',
  );
}

// Options of the contract as settings of one call of the library.

/** @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message */
function callFor(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { settings, adapterId, modelOf }: CallContext,
): LibraryCall {
  const { tools = [], modelId = settings.model } = options;
  return libraryCall(
    {
      model: modelOf(modelId, undefined),
      tools: toolsOf(tools, adapterId, modelId),
      maxOutputTokens: maxOutputTokens(options, modelId),
      messages: modelMessages(messages, writing),
      providerOptions: {
        [key]: {
          ...ownOptions(options, modelId),
          ...(options.responseFormat ? { structuredOutputMode: 'outputFormat' } : {}),
          ...patchOptions(options),
        },
        ...(isClaude(modelId) ? claudeOptions(options) : {}),
      },
    },
    options,
    settings,
  );
}

/** To what it is given for Claude the library adds the budget for thinking; on the wire, and in the contract, it is a part of it. */
function maxOutputTokens({ maxOutputTokens: most, reasoning }: ChatOptions, modelId: string): number | undefined {
  return most === undefined || !isClaude(modelId) ? most : most - (reasoning?.budgetTokens ?? 0);
}

function ownOptions({ reasoning }: ChatOptions, modelId: string) {
  if (!reasoning) return {};
  const { budgetTokens, effort } = reasoning;
  // Claude thinks with a budget; of an effort alone it does so as it likes.
  const type = budgetTokens !== undefined || !isClaude(modelId) ? ('enabled' as const) : undefined;
  return {
    reasoningConfig: defined({ type, budgetTokens, maxReasoningEffort: effort }),
  } satisfies AmazonBedrockLanguageModelChatOptions;
}

/** Of Anthropic's own options the library knows this one too. */
function claudeOptions({ allowMultipleToolCalls }: ChatOptions): Record<string, JsonObject> {
  if (allowMultipleToolCalls === undefined) return {};
  return { anthropic: { disableParallelToolUse: !allowMultipleToolCalls } };
}

/**
 * Members that the library has no words for. Its `fetch` comes behind the signature, so that nothing can be changed there; but
 * options that it does not know it puts into the body as they are.
 *
 * @throws ProviderError (code `invalid_request_error`) for what cannot be said there
 */
function patchOptions({ rawRepresentation: patch = {}, tools = [], ...options }: ChatOptions): JsonObject {
  if (Object.values(patch).includes(null)) throw invalidRequest('Amazon Bedrock', 'the AI SDK can leave no member out');
  if (patch.toolConfig !== undefined && tools.length > 0) {
    throw invalidRequest('Amazon Bedrock', 'the AI SDK writes "toolConfig" itself where tools are declared');
  }
  if (!isJsonObject(patch.inferenceConfig)) return patch;
  const { maxOutputTokens: maxTokens, temperature, stopSequences } = options;
  const inferenceConfig: JsonObject = defined({ maxTokens, temperature, stopSequences });
  return { ...patch, inferenceConfig: mergePatch(inferenceConfig, patch.inferenceConfig) };
}

/** What neither the API nor the library has a word for. */
function unsupportedSettings(options: ChatOptions, modelId: string): Warning[] {
  const { conversationId, store, allowMultipleToolCalls, responseFormat } = options;
  const unsent = [...(conversationId === undefined ? [] : ['conversationId']), ...(store === true ? ['store'] : [])];
  const reasons = unsent.map(
    (name) => `${name} was not sent: Converse keeps no conversation; every request carries all messages.`,
  );
  if (allowMultipleToolCalls !== undefined && !isClaude(modelId)) {
    reasons.push('allowMultipleToolCalls was not sent: Converse leaves the number of calls to the model.');
  }
  if (responseFormat?.type === 'json' && responseFormat.schema === undefined) {
    reasons.push('responseFormat was not sent: Converse takes JSON with a schema only.');
  }
  return reasons.map(unsupportedSetting);
}

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used, or no region is given
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const context = { settings, adapterId, modelOf: modelsFor(settings) };
  return clientOf(
    {
      words: bedrockWords,
      reading: ({ tools = [] }) => readingOf(tools),
      call: (messages, options) => callFor(messages, options, context),
      unsupported: (options) => unsupportedSettings(options, options.modelId ?? settings.model),
    },
    settings,
  );
}

function readingOf(tools: readonly Tool[]): Reading {
  const actions = actionToolsOf(tools);
  return {
    key,
    contentsOf(part) {
      const action = part.type === 'tool-call' ? actionCall(part, actions) : undefined;
      return action && [action];
    },
    protectedData: ({ signature, redactedContent }) => text(signature) ?? text(redactedContent),
  };
}

const id = 'ai-sdk-bedrock-converse';

/** Amazon Bedrock Converse and ConverseStream through the AI SDK and its provider `@ai-sdk/amazon-bedrock`. */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'bedrock-converse',
  createClient: (settings) => createClient(id, settings),
};
