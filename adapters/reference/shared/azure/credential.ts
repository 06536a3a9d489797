import type { AccessToken, TokenCredential } from '@azure/core-auth';
import type { Credentials } from '../../../../spec/contract/index.ts';
import { bearer, bearerFrom, type SecretInUse } from '../credentials.ts';

/** A credential that knows by itself what it is for, and always gives a token. */
export interface Credential extends TokenCredential {
  getToken(): Promise<AccessToken>;
}

/**
 * The caller's credentials as SDKs of Azure take them. A token is asked for as often as the SDK wants to send one; a static one
 * never ends.
 *
 * @param inUse is kept up to date
 * @throws TypeError when they are of a kind that Azure AI Foundry does not take, or cannot be sent
 */
export function credentialOf(credentials: Credentials, inUse: SecretInUse): Credential {
  switch (credentials.type) {
    case 'bearerToken': {
      const token = bearer(credentials.token, inUse);
      return { getToken: async () => ({ token, expiresOnTimestamp: Number.MAX_SAFE_INTEGER }) };
    }
    case 'tokenProvider':
      return {
        getToken: async () => ({
          token: await bearerFrom(credentials.getToken, inUse),
          expiresOnTimestamp: Date.now(),
        }),
      };
    default:
      throw new TypeError(
        `Azure AI Foundry takes credentials of type "bearerToken" or "tokenProvider", not "${credentials.type}".`,
      );
  }
}
