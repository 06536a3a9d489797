/** The SDK's client, made of the caller's settings and of nothing else. */
import { AgentsClient } from '@azure/ai-agents';
import {
  bearerTokenAuthenticationPolicyName,
  type HttpClient,
  logPolicyName,
  type PipelinePolicy,
  proxyPolicyName,
  tracingPolicyName,
} from '@azure/core-rest-pipeline';
import type { ClientSettings } from '../../../spec/contract/index.ts';
import { type Credential, credentialOf } from '../shared/azure/credential.ts';
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
  const surface = surfaceOf(settings);
  const apiVersion = apiVersions.get(surface);
  if (apiVersion === undefined) {
    throw new TypeError(
      `Azure AI Foundry Agents have the surfaces "v1" and "preview", not ${JSON.stringify(surface)}.`,
    );
  }
  const credential = credentialOf(settings.credentials, inUse);
  const sdk = new AgentsClient(settings.baseUrl, credential, {
    apiVersion,
    httpClient,
    retryOptions: { maxRetries: 0 },
  });
  // What the first three would read of the environment, or tell of the call, is not the caller's.
  for (const name of [proxyPolicyName, logPolicyName, tracingPolicyName, bearerTokenAuthenticationPolicyName]) {
    sdk.pipeline.removePolicy({ name });
  }
  sdk.pipeline.addPolicy(bearerOf(credential));
  return sdk;
}

/** As the SDK's own, which refuses a gateway without TLS whatever its options say. */
const bearerOf = (credential: Credential): PipelinePolicy => ({
  name: bearerTokenAuthenticationPolicyName,
  async sendRequest(request, next) {
    const { token } = await credential.getToken();
    request.headers.set('Authorization', `Bearer ${token}`);
    return next(request);
  },
});
