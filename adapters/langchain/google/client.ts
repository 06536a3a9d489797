/** `ChatGoogleGenerativeAI`, made of the caller's settings and of nothing else. */
import { type AIMessageChunk, type BaseMessage, SystemMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { ChatGoogleGenerativeAI, type GoogleGenerativeAIChatInput } from '@langchain/google-genai';
import type { ChatClient, ChatMessage, ChatOptions, ClientSettings, Warning } from '../../../spec/contract/index.ts';
import { type Call, clientOf } from '../shared/client.ts';
import { defined } from '../shared/defined.ts';
import { libraryMessages } from '../shared/messages.ts';
import { addressOf, apiKeyOf } from '../shared/settings.ts';
import { endingOf, errorOf } from './errors.ts';
import { writing } from './messages.ts';
import { outcomeOf, readingOf } from './response.ts';
import { steadyIds } from './steady-ids.ts';
import { choiceOf, toolsOf } from './tools.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the library does not take for the Gemini API or cannot be sent, the base
 * URL is none, or the surface is not the Gemini API
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const { provider } = writing;
  const baseUrl = addressOf(settings, `${provider}, as @langchain/google-genai knows it,`, ['gemini-api']);
  const apiKey = apiKeyOf(settings.credentials, 'ChatGoogleGenerativeAI');

  const callOf = (messages: readonly ChatMessage[], options: ChatOptions, sent: () => void): Call => {
    // The library takes no `fetch`: whether anything was sent, its errors tell.
    sent();
    const { tools = [], instructions } = options;
    const declared = toolsOf(tools, adapterId);
    const warnings = unsaid(options);
    const model = new ChatGoogleGenerativeAI({ ...modelFields(options, settings), apiKey, baseUrl });
    return {
      model: model.bindTools(declared, choiceOf(options)) as Runnable<BaseMessage[], AIMessageChunk>,
      messages: withOneBeginning(libraryMessages(messages, writing, instructions, warnings)),
      reading: readingOf(),
      warnings,
    };
  };
  const steady = steadyIds();
  return clientOf({ provider, secret: apiKey, callOf, outcomeOf, steady, errorOf, endingOf }, settings);
}

function modelFields(options: ChatOptions, settings: ClientSettings): GoogleGenerativeAIChatInput {
  const { reasoning, temperature, modelId, maxOutputTokens, stopSequences } = options;
  return defined({
    model: modelId ?? settings.model,
    maxOutputTokens: maxOutputTokens ?? settings.maxOutputTokens,
    temperature,
    stopSequences,
    thinkingConfig: reasoning && thinkingOf(reasoning),
    maxRetries: settings.retries ?? 0,
  }) as GoogleGenerativeAIChatInput;
}

/** Who asks for reasoning is shown what may be shown of it. */
function thinkingOf({ budgetTokens, effort }: NonNullable<ChatOptions['reasoning']>) {
  return defined({
    includeThoughts: true,
    thinkingBudget: budgetTokens,
    thinkingLevel: effort?.toUpperCase(),
  });
}

/** The library takes one system message, the first. */
function withOneBeginning(messages: BaseMessage[]): BaseMessage[] {
  const count = messages.findIndex((message) => !SystemMessage.isInstance(message));
  if (count < 2) return messages;
  const content = messages.slice(0, count).map(({ text }) => ({ type: 'text' as const, text }));
  return [new SystemMessage({ content }), ...messages.slice(count)];
}

const reasons = {
  allowMultipleToolCalls: 'Google has no member for it; a model may call several functions at once.',
  conversationId: 'generateContent keeps no conversation; every request carries all messages.',
  store: 'generateContent keeps no conversation; every request carries all messages.',
  rawRepresentation: 'ChatGoogleGenerativeAI takes no further members of the request.',
} as const;

/** Members of tools that neither the API nor the library has a word for. */
const unsaidMembers = ['scoreThreshold', 'userLocation', 'maximumUses', 'strict', 'serverDescription', 'approvalMode'];

function unsaid(options: ChatOptions): Warning[] {
  const settings = Object.entries(reasons).filter(([name]) => options[name as keyof typeof reasons] !== undefined);
  const members = (options.tools ?? [])
    .filter(({ type }) => type !== 'raw')
    .flatMap((tool) =>
      unsaidMembers
        .filter((name) => Object.hasOwn(tool, name))
        .map((name) => `${name} of ${tool.type} was not sent: Google has no member for it.`),
    );
  return [...members, ...settings.map(([name, reason]) => `${name} was not sent: ${reason}`)].map((message) => ({
    code: 'unsupported-setting',
    message,
  }));
}
