/** Base URLs that are not written as the provider writes its own. */
import type { SetupsOf } from './setup.ts';

export const places: SetupsOf = (usual) => [
  { what: 'the base URL ends with a slash', settings: { ...usual, baseUrl: `${usual.baseUrl}/` } },
  {
    what: 'the base URL is that of a gateway on this machine, without TLS',
    settings: { ...usual, baseUrl: onThisMachine(usual.baseUrl) },
  },
];

/** The path stays: it is where the gateway begins. */
const onThisMachine = (url: string): string => url.replace(/^https:\/\/[^/]+/, 'http://127.0.0.1:8080');
