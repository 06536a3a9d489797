/** The contract's messages, tools and options as prompt segments and execution options. Pure. */
import type { AnthropicClaudeOptions, DataSource } from '@llumiverse/common';
import {
  type ExecutionOptions,
  type ModelOptions,
  PromptRole,
  type PromptSegment,
  type ToolDefinition,
} from '@llumiverse/core';
import {
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  type FunctionResultContent,
  ProviderError,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';

interface RequestContext {
  readonly settings: ClientSettings;
  /** Named in the refusal of a tool. */
  readonly adapterId: string;
}

/** A call of the library, and what it cannot be told. */
export interface LibraryCall {
  readonly segments: PromptSegment[];
  readonly execution: ExecutionOptions;
  readonly hasThoughts: boolean;
  readonly warnings: Warning[];
}

/**
 * The library keeps the conversation in an object of its own, which its caller stores and gives back. It stands in
 * `conversationId`, as JSON; then only what was said since is a segment.
 *
 * @throws UnsupportedToolError for a tool other than a function: `ToolDefinition` knows no other
 * @throws ProviderError for a content that no segment can hold; nothing was sent
 */
export function buildRequest(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { settings, adapterId }: RequestContext,
): LibraryCall {
  const { conversationId, instructions, reasoning } = options;
  const isNew = conversationId === undefined;
  const said = isNew ? messages : messages.slice(messages.findLastIndex((m) => m.role === 'assistant') + 1);
  const system = isNew && instructions !== undefined ? [{ role: PromptRole.system, content: instructions }] : [];
  const tools = options.tools?.map((tool) => toolDefinition(tool, adapterId));
  return {
    segments: [...system, ...said.flatMap(segmentsOf)],
    execution: {
      model: options.modelId ?? settings.model,
      // The driver reads its own options here, which the type does not list.
      model_options: modelOptions(options, settings) as unknown as ModelOptions,
      ...(tools ? { tools } : {}),
      ...(isNew ? {} : { conversation: JSON.parse(conversationId) }),
    },
    hasThoughts: reasoning !== undefined,
    warnings: unsaid(options),
  };
}

function modelOptions(options: ChatOptions, settings: ClientSettings): AnthropicClaudeOptions {
  const { temperature, stopSequences, reasoning } = options;
  return {
    _option_id: 'anthropic-claude',
    max_tokens: options.maxOutputTokens ?? settings.maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences ? { stop_sequence: stopSequences } : {}),
    ...(reasoning ? { include_thoughts: true } : {}),
    ...(reasoning?.budgetTokens === undefined ? {} : { thinking_budget_tokens: reasoning.budgetTokens }),
    ...(reasoning?.effort === undefined ? {} : { effort: reasoning.effort }),
  };
}

function toolDefinition(tool: Tool, adapterId: string): ToolDefinition {
  if (tool.type !== 'function') throw new UnsupportedToolError(tool.type, adapterId, ['function']);
  const { name, description, parameters } = tool;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: parameters,
  };
}

/** What neither the execution options nor a tool definition have a word for, and still can be asked without. */
function unsaid({ tools, toolMode, allowMultipleToolCalls, rawRepresentation, store }: ChatOptions): Warning[] {
  const settings = {
    'tools.strict': tools?.some((tool) => tool.type === 'function' && tool.strict !== undefined),
    toolMode: toolMode !== undefined && toolMode.type !== 'auto',
    allowMultipleToolCalls: allowMultipleToolCalls === false,
    rawRepresentation: rawRepresentation !== undefined,
    store: store !== undefined,
  };
  return Object.entries(settings)
    .filter(([, isAsked]) => isAsked)
    .map(([name]) => ({ code: 'unsupported-setting', message: `Llumiverse has no option for "${name}".` }));
}

function segmentsOf({ role, contents }: ChatMessage): PromptSegment[] {
  return contents.map((content): PromptSegment => {
    if (content.type === 'text') return { role: textRoles[role], content: content.text };
    if (content.type === 'function-result') {
      return { role: PromptRole.tool, tool_use_id: content.callId, content: resultText(content) };
    }
    if (content.type === 'data' && role === 'user')
      return { role: PromptRole.user, content: '', files: [fileOf(content)] };
    throw unsendable(content, role);
  });
}

/** A file as the library takes it: it reads the bytes, and asks for an address where it would send one. */
function fileOf({ mediaType, data, name = 'file' }: Extract<Content, { type: 'data' }>): DataSource {
  const address = async () => `data:${mediaType};base64,${data}`;
  return {
    name,
    mime_type: mediaType,
    getStream: async () => new Blob([Buffer.from(data, 'base64')]).stream(),
    getURL: address,
    getURI: address,
  };
}

const textRoles = {
  system: PromptRole.system,
  user: PromptRole.user,
  assistant: PromptRole.assistant,
  tool: PromptRole.user,
} as const;

/** A segment has no flag that says that a function failed: it is told in words. */
function resultText({ result, error }: FunctionResultContent): string {
  if (error !== undefined) return `Error: ${error}`;
  return typeof result === 'string' ? result : JSON.stringify(result ?? null);
}

const unsendable = ({ type }: Content, role: string): ProviderError =>
  new ProviderError(`Nothing was sent to Anthropic: no prompt segment of a ${role} message holds a ${type}.`, {
    code: 'invalid_request_error',
    retryable: false,
  });
