/** The SDK's client, made of the caller's settings and of nothing else. */
import { AgentsClient } from '@azure/ai-agents';
import type { TokenCredential } from '@azure/core-auth';
import {
  bearerTokenAuthenticationPolicyName,
  type HttpClient,
  logPolicyName,
  type PipelinePolicy,
  proxyPolicyName,
  tracingPolicyName,
} from '@azure/core-rest-pipeline';
import type { ClientSettings } from '../../../spec/contract/index.ts';
import { credentialOf } from '../shared/azure/credential.ts';
import type { SecretInUse } from '../shared/credentials.ts';

/** The API's version by the surface that the matrix names. Source: `KnownVersions`; Azure.AI.Agents main.tsp. */
const apiVersions = new Map([
  ['v1', 'v1'],
  ['preview', '2025-05-15-preview'],
]);

export const surfaceOf = ({ surface = 'v1' }: Pick<ClientSettings, 'surface'>): string => surface;

/**
 * @param inUse is kept up to date
 * @throws TypeError when the credentials are of a kind that Azure AI Foundry does not take or cannot be sent, the base URL is
 * none, or the surface is not known
 */
export function createSdk(settings: ClientSettings, inUse: SecretInUse, httpClient: HttpClient): AgentsClient {
  if (!URL.canParse(settings.baseUrl))
    throw new TypeError(`The base URL ${JSON.stringify(settings.baseUrl)} is no URL.`);
  const surface = surfaceOf(settings);
  const apiVersion = apiVersions.get(surface);
  if (apiVersion === undefined) {
    throw new TypeError(
      `Azure AI Foundry Agents have the surfaces "v1" and "preview", not ${JSON.stringify(surface)}.`,
    );
  }
  const credential = credentialOf(settings.credentials, inUse);
  const isPlain = isPlainHttp(settings.baseUrl);
  const sdk = new AgentsClient(settings.baseUrl.replace(/\/+$/, ''), credential, {
    apiVersion,
    httpClient,
    retryOptions: { maxRetries: 0 },
    allowInsecureConnection: isPlain,
  });
  // What these would read of the environment, or tell of the call, is not the caller's.
  for (const name of [proxyPolicyName, logPolicyName, tracingPolicyName]) sdk.pipeline.removePolicy({ name });
  if (isPlain) {
    // The SDK's own refuses plain HTTP whatever its options say.
    sdk.pipeline.removePolicy({ name: bearerTokenAuthenticationPolicyName });
    sdk.pipeline.addPolicy(plainBearer(credential));
  }
  return sdk;
}

/** HTTP without TLS, which only a server on this machine should be asked for. */
export const isPlainHttp = (baseUrl: string): boolean => new URL(baseUrl).protocol === 'http:';

const plainBearer = (credential: TokenCredential): PipelinePolicy => ({
  name: 'plainBearer',
  async sendRequest(request, next) {
    const token = await credential.getToken([]);
    request.headers.set('Authorization', `Bearer ${token?.token}`);
    return next(request);
  },
});
