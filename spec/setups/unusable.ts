/** Settings that no client can be made with, or no call. */
import type { ProviderApi } from '../../matrix/model.ts';
import type { ClientSettings, Credentials } from '../contract/index.ts';
import { examples, kindsTaken } from './credentials.ts';
import { mark, type Setup, type SetupsOf } from './setup.ts';

const noUrl = 'provider.example';
const noSurface = 'no-such-surface';

export const unusable: SetupsOf = (usual, column) => [
  { what: 'the base URL is none', settings: { ...usual, baseUrl: noUrl }, names: noUrl },
  ...credentialsOf(usual, column),
  ...surfaceOf(usual, column),
  ...parametersOf(usual, column),
];

/** Kinds that the API does not take, and of those that it takes what can be sent in no header. */
function credentialsOf(usual: ClientSettings, column: ProviderApi): Setup[] {
  const kinds = kindsTaken(column, usual);
  const foreign = Object.entries(examples)
    .filter(([kind]) => !(kinds as readonly string[]).includes(kind))
    .map(([, [what, credentials]]) => ({ what: `the caller gives ${what}, which the API does not take`, credentials }));
  const unsendable = kinds.flatMap((kind) => [
    { what: `${examples[kind][0]} is empty`, credentials: holding(kind, '') },
    { what: `${examples[kind][0]} has two lines`, credentials: holding(kind, `${mark}\n${mark}`) },
  ]);
  const silent = kinds.includes('tokenProvider')
    ? [{ what: 'the function that gives a token fails', credentials: failing }]
    : [];
  return [...foreign, ...unsendable, ...silent].map(({ what, credentials }) => ({
    what,
    settings: { ...usual, credentials },
  }));
}

function holding(type: Credentials['type'], secret: string): Credentials {
  switch (type) {
    case 'apiKey':
      return { type, apiKey: secret };
    case 'bearerToken':
      return { type, token: secret };
    case 'tokenProvider':
      return { type, getToken: async () => secret };
    case 'awsKeys':
      return { type, accessKeyId: secret, secretAccessKey: secret };
  }
}

const failing: Credentials = {
  type: 'tokenProvider',
  getToken: async () => {
    throw new Error(`no token for ${mark}`);
  },
};

/** Where there are variants to choose from. */
function surfaceOf(usual: ClientSettings, { surfaces }: ProviderApi): Setup[] {
  if (surfaces.length < 2) return [];
  return [{ what: 'the variant of the API is none', settings: { ...usual, surface: noSurface }, names: noSurface }];
}

/** What names the caller's own resources and is not in the base URL is nowhere where it is left out. */
function parametersOf({ parameters = {}, ...usual }: ClientSettings, column: ProviderApi): Setup[] {
  const surface = column.surfaces.find(({ id }) => id === usual.surface);
  const urls = [surface?.baseUrl ?? column.baseUrl, ...Object.values(column.endpoints ?? {})].join(' ');
  return Object.keys(parameters)
    .filter((name) => !urls.includes(`{${name}}`))
    .map((name) => ({
      what: `"${name}" is not among the parameters`,
      settings: { ...usual, parameters: Object.fromEntries(Object.entries(parameters).filter(([n]) => n !== name)) },
      names: name,
    }));
}
