/** Who a request proves to come from. Looked at before secrets are taken out, and told without them. */
import type { ClientSettings, Credentials } from '../../spec/contract/client.ts';
import type { HttpRequest } from '../format/exchange.ts';
import { secretsOf, watchingTokens } from './known-secrets.ts';

/** Whose credentials a request carries. */
export type Signer = 'the caller' | 'somebody else' | 'nobody';

/** Headers by which providers know who calls. Source: their SDKs; AWS Signature Version 4. */
const proving = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'x-amz-security-token'];

/** Knows the secrets of a caller, as they are given out. */
export class Signature {
  readonly #secrets: string[];
  readonly #session: string | undefined;

  readonly #strangers: readonly string[];

  /** @param strangers texts that no request may carry, whatever the header: what surrounds the process is not the caller's */
  constructor(credentials: Credentials, strangers: readonly string[] = []) {
    this.#strangers = strangers;
    this.#secrets = secretsOf(credentials).filter((secret) => secret !== '');
    this.#session = credentials.type === 'awsKeys' ? credentials.sessionToken : undefined;
  }

  /** The caller's settings, such that a token that is asked for is known here too. */
  watching(settings: ClientSettings): ClientSettings {
    return watchingTokens(settings, (token) => this.#secrets.push(token));
  }

  /** Every proof in a request has to be the caller's; of keys with a session, the session too. */
  of({ headers }: HttpRequest): Signer {
    if (headers.some(([, value]) => this.#strangers.some((text) => value.includes(text)))) return 'somebody else';
    const proofs = headers.filter(([name]) => proving.includes(name.toLowerCase())).map(([, value]) => value);
    if (proofs.length === 0) return 'nobody';
    const isOwn = (proof: string) => this.#secrets.some((secret) => proof.includes(secret));
    const isWhole = this.#session === undefined || proofs.includes(this.#session);
    return proofs.every(isOwn) && isWhole ? 'the caller' : 'somebody else';
  }
}
