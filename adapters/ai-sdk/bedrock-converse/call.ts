/** Options of the contract as settings of one call of the library. */
import type { AmazonBedrockLanguageModelChatOptions } from '@ai-sdk/amazon-bedrock';
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { type ChatMessage, type ChatOptions, mergePatch, type Warning } from '../../../spec/contract/index.ts';
import { libraryCall, unsupportedSetting } from '../shared/call.ts';
import type { CallContext, LibraryCall } from '../shared/column.ts';
import { defined } from '../shared/defined.ts';
import { unsendable } from '../shared/errors.ts';
import { modelMessages } from '../shared/messages.ts';
import { isClaude, key } from './model.ts';
import { toolsOf } from './tools.ts';
import { writing } from './writing.ts';

/** @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message */
export function callFor(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { settings, adapterId, modelOf }: CallContext,
): LibraryCall {
  const { tools = [], modelId = settings.model } = options;
  return libraryCall(
    {
      model: modelOf(modelId, undefined),
      tools: toolsOf(tools, adapterId),
      maxOutputTokens: maxOutputTokens(options, modelId),
      messages: modelMessages(messages, writing),
      providerOptions: {
        [key]: { ...ownOptions(options, modelId), ...patchOptions(options) },
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
  if (Object.values(patch).includes(null)) throw unsendable('Amazon Bedrock', 'the AI SDK can leave no member out');
  if (patch.toolConfig !== undefined && tools.length > 0) {
    throw unsendable('Amazon Bedrock', 'the AI SDK writes "toolConfig" itself where tools are declared');
  }
  if (!isJsonObject(patch.inferenceConfig)) return patch;
  const { maxOutputTokens: maxTokens, temperature, stopSequences } = options;
  const inferenceConfig: JsonObject = defined({ maxTokens, temperature, stopSequences });
  return { ...patch, inferenceConfig: mergePatch(inferenceConfig, patch.inferenceConfig) };
}

/** What neither the API nor the library has a word for. */
export function unsupportedSettings(options: ChatOptions, modelId: string): Warning[] {
  const { conversationId, store, allowMultipleToolCalls } = options;
  const unsent = [...(conversationId === undefined ? [] : ['conversationId']), ...(store === true ? ['store'] : [])];
  const reasons = unsent.map(
    (name) => `${name} was not sent: Converse keeps no conversation; every request carries all messages.`,
  );
  if (allowMultipleToolCalls !== undefined && !isClaude(modelId)) {
    reasons.push('allowMultipleToolCalls was not sent: Converse leaves the number of calls to the model.');
  }
  return reasons.map(unsupportedSetting);
}
