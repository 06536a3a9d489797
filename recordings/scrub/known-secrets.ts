import type { Credentials } from '../../spec/contract/client.ts';
import { isEventStream } from '../format/event-stream.ts';
import { type Body, type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import { changeInEncoded, changeInFrames } from './inside.ts';
import { redacted } from './rules.ts';
import { escaped, spellingsOf } from './spellings.ts';

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
 * Takes known secrets out of plain data, wherever they stand and however they are spelled: a server may echo a key where no rule looks
 * for one. Secrets shorter than eight characters are left, since any text may hold them.
 */
export const withoutSecrets = <T>(data: T, secrets: readonly string[]): T => without(data, formsOf(secrets));

const formsOf = (secrets: readonly string[]): string[] =>
  secrets.filter((secret) => secret.length >= 8).flatMap(spellingsOf);

function without<T>(data: T, forms: readonly string[]): T {
  const text = forms.reduce((clean, form) => clean.replaceAll(escaped(form), redacted), JSON.stringify(data));
  return JSON.parse(text);
}

/** The same of a request or response, and inside its body, where text may be base64, in the frames of AWS, or bytes. */
export function messageWithoutSecrets<M extends HttpRequest | HttpResponse>(message: M, secrets: readonly string[]): M {
  const { body, ...head } = message;
  const clean = withoutSecrets(head, secrets) as M;
  return body ? { ...clean, body: bodyWithoutSecrets(body, headerOf(message, 'content-type') ?? '', secrets) } : clean;
}

function bodyWithoutSecrets(body: Body, type: string, secrets: readonly string[]): Body {
  const plain = (text: string) => withoutSecrets(text, secrets);
  const inside = (text: string) => plain(changeInEncoded(text, plain));
  if (isEventStream(type)) return changeInFrames(body, inside);
  if (!body.encoding) return { text: inside(body.text) };
  // Byte for byte, each as a letter: what is no text may hold one all the same.
  const bytes = Buffer.from(body.text, 'base64').toString('latin1');
  const clean = without(
    bytes,
    formsOf(secrets).map((form) => Buffer.from(form).toString('latin1')),
  );
  return clean === bytes ? body : { ...body, text: Buffer.from(clean, 'latin1').toString('base64') };
}
