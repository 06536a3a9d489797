import type { Credentials } from '../../spec/contract/client.ts';
import { isEventStream } from '../format/event-stream.ts';
import { type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import { changeInEncoded, changeInFrames } from './inside.ts';
import { redacted } from './rules.ts';

/** The secrets of credentials, as far as they are known beforehand. */
export function secretsOf(credentials: Credentials): string[] {
  switch (credentials.type) {
    case 'apiKey':
      return [credentials.apiKey];
    case 'bearerToken':
      return [credentials.token];
    case 'awsKeys':
      return [credentials.accessKeyId, credentials.secretAccessKey, credentials.sessionToken ?? ''];
    case 'tokenProvider':
      return [];
  }
}

/**
 * Takes known secrets out of plain data, wherever they stand: a server may echo a key where no rule looks for one. Secrets
 * shorter than eight characters are left, since any text may hold them.
 */
export function withoutSecrets<T>(data: T, secrets: readonly string[]): T {
  const forms = secrets.filter((secret) => secret.length >= 8).flatMap((s) => [s, encodeURIComponent(s)]);
  const text = forms.reduce((clean, secret) => clean.replaceAll(asWritten(secret), redacted), JSON.stringify(data));
  return JSON.parse(text);
}

/** The same of a request or response, and inside its body, where text may be base64 or in the frames of AWS. */
export function messageWithoutSecrets<M extends HttpRequest | HttpResponse>(message: M, secrets: readonly string[]): M {
  const clean = withoutSecrets(message, secrets);
  const { body } = clean;
  if (!body) return clean;
  const plain = (text: string) => withoutSecrets(text, secrets);
  const inside = (text: string) => plain(changeInEncoded(text, plain));
  if (isEventStream(headerOf(clean, 'content-type') ?? '')) return { ...clean, body: changeInFrames(body, inside) };
  return body.encoding ? clean : { ...clean, body: { text: inside(body.text) } };
}

/** As it stands inside JSON text. */
const asWritten = (secret: string): string => JSON.stringify(secret).slice(1, -1);
