/** Credentials as the library takes them: a key or a token, or a function that gives one. */
import { type Credentials, sendable, tokenFrom } from '../../../spec/contract/index.ts';

/** What the library takes as a key for `Authorization: Bearer`, whatever the contract calls it. */
export function bearerOf(credentials: Credentials, title: string): string | (() => Promise<string>) {
  switch (credentials.type) {
    case 'apiKey':
      return sendable(credentials.apiKey);
    case 'bearerToken':
      return sendable(credentials.token);
    case 'tokenProvider':
      return () => tokenFrom(credentials.getToken);
    default:
      throw unusable(credentials, title, ['apiKey', 'bearerToken', 'tokenProvider']);
  }
}

export const unusable = ({ type }: Credentials, title: string, usable: readonly Credentials['type'][]): TypeError =>
  new TypeError(
    `The AI SDK takes credentials of type ${usable.map((name) => `"${name}"`).join(', ')} for ${title}, not "${type}".`,
  );

/** What no message may repeat; empty, where the caller has not given it but a function. */
export function secretOf(credentials: Credentials): string {
  switch (credentials.type) {
    case 'apiKey':
      return credentials.apiKey;
    case 'bearerToken':
      return credentials.token;
    case 'awsKeys':
      return credentials.secretAccessKey;
    default:
      return '';
  }
}
