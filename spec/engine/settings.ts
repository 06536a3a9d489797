import type { ProviderApi } from '../../matrix/model.ts';
import type { ClientSettings, Credentials } from '../contract/index.ts';

/** Credentials that prove nothing: what replay gives an adapter, in the form its provider API asks for. */
const replayCredentials: Credentials = { type: 'apiKey', apiKey: 'replay-needs-no-key' };

/** The settings every client is created with in replay. Time is the transport's to limit, and polls wait for nothing. */
export function replaySettings(column: ProviderApi): ClientSettings {
  return {
    baseUrl: column.baseUrl,
    model: column.recording?.model ?? 'recorded-model',
    credentials: replayCredentials,
    maxOutputTokens: 1024,
    timeout: 10_000,
    wait: async () => {},
  };
}
