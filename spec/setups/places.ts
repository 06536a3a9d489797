/** Base URLs that are not written as the provider writes its own. */
import type { ClientSettings } from '../contract/index.ts';
import type { SetupsOf } from './setup.ts';

export const places: SetupsOf = (usual) => [
  { what: 'the base URL ends with a slash', settings: placed(usual, (url) => `${url}/`) },
  { what: 'the base URL is that of a gateway on this machine, without TLS', settings: placed(usual, toThisMachine) },
];

/** The path stays: it is where the gateway begins. */
const toThisMachine = (url: string): string => url.replace(/^https:\/\/[^/]+/, 'http://127.0.0.1:8080');

/** Endpoints are origins, without a path. */
const placed = (usual: ClientSettings, place: (url: string) => string): ClientSettings => ({
  ...usual,
  baseUrl: place(usual.baseUrl),
});
