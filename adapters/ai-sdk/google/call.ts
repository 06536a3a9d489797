/** Options of the contract as settings of one call of the library. */
import type { GoogleLanguageModelOptions } from '@ai-sdk/google';
import type { ChatMessage, ChatOptions, Warning } from '../../../spec/contract/index.ts';
import { libraryCall, unsupportedSetting } from '../shared/call.ts';
import type { CallContext, LibraryCall } from '../shared/column.ts';
import { defined } from '../shared/defined.ts';
import { modelMessages } from '../shared/messages.ts';
import { toolsOf } from './tools.ts';
import { writing } from './writing.ts';

/** @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message */
export function callFor(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { settings, adapterId, modelOf }: CallContext,
): LibraryCall {
  return libraryCall(
    {
      model: modelOf(options.modelId ?? settings.model, options.rawRepresentation),
      tools: toolsOf(options.tools ?? [], adapterId),
      maxOutputTokens: options.maxOutputTokens,
      messages: modelMessages(messages, writing),
      providerOptions: { google: googleOptions(options) },
    },
    options,
    settings,
  );
}

/** Who asks for reasoning is shown what may be shown of it. Images are no tool but something that a model answers with. */
function googleOptions({ reasoning, tools = [] }: ChatOptions) {
  return defined({
    thinkingConfig:
      reasoning &&
      defined({
        includeThoughts: true,
        thinkingBudget: reasoning.budgetTokens,
        thinkingLevel: reasoning.effort,
      }),
    responseModalities: tools.some(({ type }) => type === 'image-generation')
      ? (['TEXT', 'IMAGE'] as ('TEXT' | 'IMAGE')[])
      : undefined,
  }) satisfies GoogleLanguageModelOptions;
}

const reasons = {
  allowMultipleToolCalls: 'Google has no member for it; a model may call several functions at once.',
  conversationId: 'generateContent keeps no conversation; every request carries all messages.',
  store: 'generateContent keeps no conversation; every request carries all messages.',
} as const;

/** Members of tools that neither the API nor the library has a word for. */
const unsaid = [
  'size',
  'outputMediaType',
  'partialImageCount',
  'scoreThreshold',
  'userLocation',
  'maximumUses',
  'strict',
];

export function unsupportedSettings(options: ChatOptions): Warning[] {
  const settings = Object.entries(reasons).filter(([name]) => options[name as keyof typeof reasons] !== undefined);
  const members = (options.tools ?? [])
    .filter(({ type }) => type !== 'raw')
    .flatMap((tool) =>
      unsaid
        .filter((name) => Object.hasOwn(tool, name))
        .map((name) => `${name} of ${tool.type} was not sent: Google has no member for it.`),
    );
  return [...members, ...settings.map(([name, reason]) => `${name} was not sent: ${reason}`)].map(unsupportedSetting);
}
