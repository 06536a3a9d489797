/** The SDK's client, made of the caller's settings and of nothing else. */
import { AIProjectClient } from '@azure/ai-projects';
import type OpenAI from 'openai';
import type { ClientSettings } from '../../../spec/contract/index.ts';
import { credentialOf } from '../shared/azure/credential.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { callersAlone, withoutHeadersOfOthers } from '../shared/openai.ts';

/**
 * The client of `openai` that the project hands out: its base URL is the project's `/openai/v1`, and it asks the credential for
 * a token with every request.
 *
 * @param inUse is kept up to date
 * @throws TypeError when the credentials are of a kind that Azure AI Foundry does not take or cannot be sent, or the base URL is none
 */
export function createSdk(settings: ClientSettings, inUse: SecretInUse): OpenAI {
  const credential = credentialOf(settings.credentials, inUse);
  const project = new AIProjectClient(endpointOf(settings), credential, {
    // Said, because the SDK asks the environment otherwise.
    tracingOptions: { experimental: false },
  });
  return withoutHeadersOfOthers(() => project.getOpenAIClient(callersAlone(settings)));
}

/** The project's own address: its agents stand below it, and so does the Responses API. */
export const endpointOf = ({ baseUrl }: Pick<ClientSettings, 'baseUrl'>): string => baseUrl.replace(/\/+$/, '');
