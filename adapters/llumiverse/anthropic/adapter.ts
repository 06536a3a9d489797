import type { AnthropicClaudeOptions } from '@llumiverse/common';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';
import {
  type Adapter,
  type ChatClient,
  type ChatOptions,
  type ClientSettings,
  parseBaseUrl,
  resolveSurface,
} from '../../../spec/contract/index.ts';
import { libraryClient } from '../shared/client.ts';
import { member, textOf } from '../shared/errors.ts';
import { type Access, accessOf, type Column, httpTimeoutOf, placeholder } from '../shared/provider-bridge.ts';

// The driver for Anthropic, and the options that are its own.

const column: Column = {
  title: 'Anthropic',
  providerApi: 'anthropic',
  words: { codeOf: (original) => textOf(member(member(member(original, 'error'), 'error'), 'type')) },
  modelOptions,
  unsupportedOptions: ['tools.strict', 'responseFormat', 'allowMultipleToolCalls', 'rawRepresentation', 'store'],
  unsayable: ['toolMode'],
  isStateless: true,
};

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the driver does not take or cannot be sent, the base URL is none, or
 * there is no such surface
 */
function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  // The driver asks for betas by itself, so that both variants of the API are the same to it.
  resolveSurface(settings, column.title, ['ga', 'beta']);
  const access = accessOf(settings.credentials, column.title);
  const driver = new AnthropicDriver({
    apiKey: access.secret || placeholder,
    baseURL: parseBaseUrl(settings),
    httpTimeout: httpTimeoutOf(settings),
  });
  prepareClient(driver, access);
  return libraryClient({ driver, column, settings, adapterId, secret: access.secret });
}

/**
 * The driver has no option for retries and for tokens, and a public member for the SDK's client. That tries twice more, and takes a
 * token of the environment.
 */
function prepareClient(driver: AnthropicDriver, { secret, isKey, getToken }: Access): void {
  driver.client.maxRetries = 0;
  driver.client.authToken = null;
  if (isKey) return;
  driver.client.apiKey = null;
  if (!getToken) {
    driver.client.authToken = secret;
    return;
  }
  // A token that has expired is asked for before each request.
  driver.client = driver.client.withOptions({ credentials: async () => ({ token: await getToken(), expiresAt: 0 }) });
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

const id = 'llumiverse-anthropic';

/** Anthropic Messages through Llumiverse's `AnthropicDriver`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'llumiverse',
  providerApi: 'anthropic',
  createClient: (settings) => createClient(id, settings),
};
