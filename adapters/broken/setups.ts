/** Defects that show in what clients are made of. */
import type { Adapter, ClientSettings } from '../../spec/contract/index.ts';
import type { BrokenAdapter } from './break.ts';
import { inFetch } from './pieces.ts';

/** Makes its clients of other settings. */
const madeOf =
  (change: (settings: ClientSettings) => ClientSettings) =>
  (adapter: Adapter): Adapter => ({ ...adapter, createClient: (settings) => adapter.createClient(change(settings)) });

/** Says something else of settings that it refuses. */
const refusedWith =
  (words: (error: Error, settings: ClientSettings) => string) =>
  (adapter: Adapter): Adapter => ({
    ...adapter,
    createClient(settings) {
      try {
        return adapter.createClient(settings);
      } catch (error) {
        throw new TypeError(words(error as Error, settings));
      }
    },
  });

export const brokenInSetups: readonly BrokenAdapter[] = [
  {
    id: 'prefers-the-key-of-the-environment',
    caughtBy: 'credentials-are-the-callers',
    defect: 'A key in the environment takes the place of the one that the caller gave.',
    shows: ['setup-surroundings/complete', 'setup-surroundings/stream'],
    phase: 'request',
    breakIt: madeOf((settings) => {
      const apiKey = process.env.ANTHROPIC_API_KEY;
      return apiKey ? { ...settings, credentials: { type: 'apiKey', apiKey } } : settings;
    }),
  },
  {
    id: 'forgets-the-session-of-its-keys',
    caughtBy: 'credentials-are-the-callers',
    defect: 'Temporary keys are sent without the token of their session, which AWS refuses.',
    over: 'bedrock-converse',
    shows: ['setup-credentials/complete', 'setup-credentials/stream'],
    phase: 'request',
    breakIt: madeOf((settings) => {
      if (settings.credentials.type !== 'awsKeys') return settings;
      const { sessionToken: _, ...credentials } = settings.credentials;
      return { ...settings, credentials };
    }),
  },
  {
    id: 'asks-for-a-token-in-vain',
    caughtBy: 'credentials-are-the-callers',
    defect: 'The function that gives tokens is sent as a text instead of being called.',
    shows: ['setup-credentials/complete'],
    phase: 'request',
    breakIt: madeOf((settings) =>
      settings.credentials.type === 'tokenProvider'
        ? { ...settings, credentials: { type: 'bearerToken', token: '[object Promise]' } }
        : settings,
    ),
  },
  {
    id: 'names-the-organization-of-the-environment',
    caughtBy: 'credentials-are-the-callers',
    defect: 'A header names an organization that the environment holds, and the bill goes there.',
    over: 'openai-responses',
    shows: ['setup-surroundings/complete', 'setup-surroundings/stream'],
    phase: 'request',
    breakIt: inFetch((fetch) => (input, init) => {
      const headers = new Headers(init?.headers);
      if (process.env.OPENAI_ORG_ID) headers.set('openai-organization', process.env.OPENAI_ORG_ID);
      return fetch(input, { ...init, headers });
    }),
  },
  {
    id: 'forgets-where-a-gateway-begins',
    caughtBy: 'requests-expected',
    defect: 'Of the base URL only the host is kept: a gateway that begins below a path is never asked.',
    over: 'azure-foundry-v2',
    shows: ['single-call/complete', 'single-call/stream'],
    phase: 'request',
    breakIt: madeOf((settings) => ({ ...settings, baseUrl: new URL('/another', settings.baseUrl).href })),
  },
  {
    id: 'says-nothing-of-what-is-wrong',
    caughtBy: 'unusable-settings-refused',
    defect: 'Settings that cannot be used are refused in the words of the runtime, which name none of them.',
    shows: ['setup-refused/complete'],
    phase: 'error',
    breakIt: refusedWith(() => 'Invalid argument'),
  },
  {
    id: 'goes-to-the-usual-host-instead',
    caughtBy: 'unusable-settings-refused',
    defect: 'A base URL that is none is passed over in silence, and the key goes to the host that the SDK knows.',
    shows: ['setup-refused/complete', 'setup-refused/stream'],
    phase: 'request',
    breakIt: madeOf((settings) =>
      URL.canParse(settings.baseUrl) ? settings : { ...settings, baseUrl: 'https://api.anthropic.com' },
    ),
  },
  {
    id: 'shows-the-key-that-it-refuses',
    caughtBy: 'unusable-settings-refused',
    defect: 'A key that no header can carry is refused with a message that quotes it, so that it is in every log.',
    shows: ['setup-refused/complete', 'setup-refused/stream'],
    phase: 'error',
    breakIt: refusedWith(({ message }, { credentials }) => `${message} They are ${JSON.stringify(credentials)}.`),
  },
];
