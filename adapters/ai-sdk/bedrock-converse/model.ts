/** The library's model, made of the caller's settings and of nothing else. */
import { type AmazonBedrockProviderSettings, createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import type { LanguageModel } from 'ai';
import {
  baseUrlOf,
  type ClientSettings,
  type Credentials,
  sendable,
  surfaceOf,
  tokenFrom,
} from '../../../spec/contract/index.ts';

/** By what its options and metadata go. */
export const key = 'amazonBedrock';

/** What the library tells models of Anthropic by. */
export const isClaude = (modelId: string): boolean => modelId.includes('anthropic');

/**
 * @throws TypeError when the credentials cannot be sent, the base URL is none, no region is given, or there is no such surface
 */
export function modelsFor(settings: ClientSettings): (modelId: string) => LanguageModel {
  surfaceOf(settings, 'Amazon Bedrock', ['converse']);
  return createAmazonBedrock({
    baseURL: baseUrlOf(settings),
    region: regionOf(settings),
    ...authentication(settings.credentials),
  });
}

/** Keys sign requests; everything else is a token. What is said here keeps the library from looking it up in the environment. */
function authentication(credentials: Credentials): AmazonBedrockProviderSettings {
  switch (credentials.type) {
    case 'awsKeys': {
      const { accessKeyId, secretAccessKey, sessionToken } = credentials;
      for (const sent of [accessKeyId, secretAccessKey, sessionToken ?? 'none']) sendable(sent);
      const keys = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
      // A token of the environment would take the place of the signature.
      return { ...keys, apiKey: '' };
    }
    case 'apiKey':
      return { apiKey: sendable(credentials.apiKey) };
    case 'bearerToken':
      return { apiKey: sendable(credentials.token) };
    case 'tokenProvider':
      return { apiKey: 'replaced', fetch: withToken(credentials.getToken) };
  }
}

/** The library takes a key once and for all; its place for what changes is `fetch` as middleware. */
function withToken(getToken: () => Promise<string>): typeof globalThis.fetch {
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${await tokenFrom(getToken)}`);
    return globalThis.fetch(url, { ...init, headers });
  };
}

/** The region is part of the signature, whatever the host. */
function regionOf({ parameters = {} }: ClientSettings): string {
  const { region } = parameters;
  if (region) return region;
  throw new TypeError('Amazon Bedrock needs "region" in the parameters of the settings: requests are signed for it.');
}
