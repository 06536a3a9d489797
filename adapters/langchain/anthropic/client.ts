/** `ChatAnthropic`, made of the caller's settings and of nothing else. */
import { ChatAnthropic, type ChatAnthropicInput } from '@langchain/anthropic';
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import type { ChatClient, ChatMessage, ChatOptions, ClientSettings, Warning } from '../../../spec/contract/index.ts';
import { type Call, clientOf } from '../shared/client.ts';
import { defined } from '../shared/defined.ts';
import { libraryMessages } from '../shared/messages.ts';
import { patchedFetch } from '../shared/patched-fetch.ts';
import { addressOf, apiKeyOf } from '../shared/settings.ts';
import { writing } from './messages.ts';
import { outcomeOf, readingOf } from './response.ts';
import { betasOf, containerOf, mcpServersOf, toolChoiceOf, toolsOf, uploadsOf } from './tools.ts';

/** The library asks for betas by itself, so that both variants of the API are the same to it. */
const surfaces = ['ga', 'beta'] as const;

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the library does not take for Anthropic or cannot be sent, the base URL is
 * none, or there is no such surface
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const anthropicApiUrl = addressOf(settings, writing.provider, surfaces);
  const apiKey = apiKeyOf(settings.credentials, 'ChatAnthropic');

  const callOf = (messages: readonly ChatMessage[], options: ChatOptions, sent: () => void): Call => {
    const { tools = [], stopSequences, rawRepresentation, instructions } = options;
    const declared = toolsOf(tools, adapterId);
    const warnings = unsaid(options);
    const model = new ChatAnthropic({
      ...modelFields(options, settings),
      apiKey,
      anthropicApiUrl,
      betas: betasOf(declared),
      // A second credential is the environment's; the time allowed is counted by the bridge.
      clientOptions: { authToken: null, timeout: settings.timeout, fetch: patchedFetch(rawRepresentation, sent) },
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
  return clientOf({ provider: writing.provider, secret: apiKey, callOf, outcomeOf }, settings);
}

function modelFields(options: ChatOptions, settings: ClientSettings): ChatAnthropicInput {
  const { reasoning, temperature, modelId, maxOutputTokens } = options;
  const { budgetTokens, effort } = reasoning ?? {};
  return defined({
    model: modelId ?? settings.model,
    maxTokens: maxOutputTokens ?? settings.maxOutputTokens,
    temperature,
    thinking: budgetTokens === undefined ? undefined : { type: 'enabled' as const, budget_tokens: budgetTokens },
    outputConfig: effort === undefined ? undefined : { effort },
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
function unsaid({ conversationId, store, tools = [] }: ChatOptions): Warning[] {
  const unsent = [...(conversationId === undefined ? [] : ['conversationId']), ...(store === true ? ['store'] : [])];
  return [
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
