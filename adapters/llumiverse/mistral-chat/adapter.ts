import type { MistralTextOptions } from '@llumiverse/common';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';
import {
  type Adapter,
  type ChatClient,
  type ChatOptions,
  type ClientSettings,
  parseBaseUrl,
  resolveSurface,
} from '../../../spec/contract/index.ts';
import { libraryClient } from '../shared/client.ts';
import { member } from '../shared/errors.ts';
import { accessOf, type Column, httpTimeoutOf, type OriginalMetadata } from '../shared/provider-bridge.ts';
import { listed, named } from '../shared/response.ts';

// The driver for Mistral Chat Completions, and the options that are its own.

const column: Column = {
  title: 'Mistral',
  providerApi: 'mistral-chat',
  // Of an error the SDK keeps the body as text alone, and no code.
  words: { codeOf: () => undefined, requestIdHeader: 'mistral-correlation-id' },
  modelOptions,
  readOriginalResponse,
  unsupportedOptions: [
    'tools.strict',
    'responseFormat',
    'reasoning.budgetTokens',
    'reasoning.effort',
    'rawRepresentation',
    'store',
  ],
  unsayable: ['toolMode.functionName'],
  isStateless: true,
};

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the driver does not take or cannot be sent, the base URL is none, or
 * there is no such surface
 */
function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  resolveSurface(settings, column.title, ['mistral']);
  const { secret, getToken } = accessOf(settings.credentials, column.title);
  if (getToken)
    throw new TypeError("Llumiverse's Mistral driver takes a key or a token, not a function that gives one.");
  const driver = new MistralAIDriver({
    apiKey: secret,
    endpoint_url: parseBaseUrl(settings),
    httpTimeout: httpTimeoutOf(settings),
  });
  return libraryClient({ driver, column, settings, adapterId, secret });
}

function modelOptions(options: ChatOptions, _: ClientSettings, hasThoughts: boolean): MistralTextOptions {
  const {
    maxOutputTokens,
    temperature,
    stopSequences,
    reasoning,
    toolMode,
    allowMultipleToolCalls,
    tools = [],
  } = options;
  const hasTools = tools.length > 0;
  return {
    _option_id: 'mistral-text',
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences ? { stop_sequence: stopSequences } : {}),
    ...(reasoning?.effort === 'high' ? { effort: reasoning.effort } : {}),
    ...(toolMode && (hasTools || toolMode.type === 'required') ? { tool_choice: toolMode.type } : {}),
    ...(allowMultipleToolCalls === undefined || !hasTools ? {} : { parallel_tool_calls: allowMultipleToolCalls }),
    include_thoughts: hasThoughts,
  };
}

/** A source is named by an id that only the caller can resolve. */
function readOriginalResponse(original: unknown): OriginalMetadata {
  const [choice] = listed(member(original, 'choices'));
  const parts = listed(member(member(choice, 'message'), 'content'));
  const ids = parts.flatMap((part) => listed(member(part, 'type') === 'reference' && member(part, 'referenceIds')));
  return { ...named(original), citations: ids.map((source) => ({ title: String(source) })) };
}

const id = 'llumiverse-mistral-chat';

/** Mistral Chat Completions through Llumiverse's `MistralAIDriver`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'llumiverse',
  providerApi: 'mistral-chat',
  createClient: (settings) => createClient(id, settings),
};
