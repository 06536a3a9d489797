/** Every kind of credentials that a provider API takes. */
import { type ProviderApi, recordingOf } from '../../matrix/model.ts';
import type { ClientSettings, Credentials } from '../contract/index.ts';
import type { SetupsOf } from './setup.ts';

type Kind = Credentials['type'];

/** One example of each kind, and in words what it is. */
export const examples: Readonly<Record<Kind, readonly [what: string, example: Credentials]>> = {
  apiKey: ['an API key', { type: 'apiKey', apiKey: 'key-of-this-caller' }],
  bearerToken: ['a bearer token', { type: 'bearerToken', token: 'token-of-this-caller' }],
  tokenProvider: [
    'a function that gives a bearer token',
    { type: 'tokenProvider', getToken: async () => 'token-that-was-asked-for' },
  ],
  awsKeys: [
    'temporary keys of AWS, with a session',
    { type: 'awsKeys', accessKeyId: 'CALLER', secretAccessKey: 'key-of-this-caller', sessionToken: 'this-session' },
  ],
};

/** The kinds that a variant of an API takes: the one that recordings are made with, and what the matrix lists beside it. */
export function kindsTaken(column: ProviderApi, { surface }: Pick<ClientSettings, 'surface'>): readonly Kind[] {
  const recording = recordingOf(column, surface);
  return recording ? [recording.credentials.type, ...(recording.credentials.or ?? [])] : [];
}

export const takenCredentials: SetupsOf = (usual, column) =>
  kindsTaken(column, usual).map((kind) => {
    const [what, credentials] = examples[kind];
    return { what: `the caller gives ${what}`, settings: { ...usual, credentials } };
  });
