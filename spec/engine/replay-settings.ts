import { pause } from '../../lib/real-time.ts';
import { UserError } from '../../lib/user-error.ts';
import { type ProviderApi, recordingOf, surfaceNamed } from '../../matrix/model.ts';
import type { Recording } from '../../matrix/schema.ts';
import { framedEvents } from '../../recordings/format/event-stream.ts';
import { isLoopback } from '../../recordings/network-guard/loopback.ts';
import type { Framing } from '../../recordings/transport/playback.ts';
import type { ClientSettings, Credentials } from '../contract/index.ts';
import type { Scenario } from '../scenarios/schema.ts';
import type { Trace } from './trace.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a scenario says of whom it is played with: variant and model, where they are not the column's usual ones. */
type Choice = Pick<Scenario, 'surface' | 'surfaces' | 'models'>;

/** What a variant of a column is called with: its own where it says so, else the column's. */
function variantOf(column: ProviderApi, { surface: usual, surfaces, models }: Choice) {
  const surface = surfaces?.[column.id] ?? usual;
  const found = surfaceNamed(column, surface);
  const recording = recordingOf(column, surface);
  return {
    surface,
    baseUrl: found?.baseUrl ?? column.baseUrl,
    recording,
    model: models?.[column.id] ?? recording?.model ?? 'recorded-model',
  };
}

/** What of the credentials of replay is nobody's to repeat. */
export const replaySecret = 'replay-needs-no-key';

/** Credentials that prove nothing, in the form that a provider API asks for. */
const replayCredentials: Readonly<Record<Recording['credentials']['type'], Credentials>> = {
  apiKey: { type: 'apiKey', apiKey: replaySecret },
  bearerToken: { type: 'bearerToken', token: replaySecret },
  awsKeys: { type: 'awsKeys', accessKeyId: 'REPLAYNEEDSNOKEY', secretAccessKey: replaySecret },
};

/**
 * The settings every client is created with in replay. Time is the transport's to limit, and polls wait for nothing.
 *
 * @param choice the variant of the column and the model; its first and its usual one unless told
 */
export function replaySettings(column: ProviderApi, choice: Choice = {}): ClientSettings {
  const { surface, baseUrl, recording, model } = variantOf(column, choice);
  const parameters = mapValues(recording?.parameters, ({ replay }) => replay);
  return {
    baseUrl: filled(baseUrl, parameters),
    ...endpointsOf(column, (endpoint) => filled(endpoint, parameters)),
    model,
    credentials: replayCredentials[recording?.credentials.type ?? 'apiKey'],
    ...(surface === undefined ? {} : { surface }),
    ...(parameters ? { parameters } : {}),
    maxOutputTokens: 1024,
    timeout: 10_000,
    wait: async () => {},
  };
}

/** How streams of a variant of a column travel, where that is not the form in which they are recorded. */
export function framingOf(column: ProviderApi, surface: string | undefined): Framing | undefined {
  const frames = surfaceNamed(column, surface)?.framing;
  return frames && ((response) => framedEvents(response, frames));
}

/** How requests to a variant of a column are known in replay: where their paths begin, and what headers they carry. */
export function replayMarks(
  column: ProviderApi,
  { surface, parameters }: ClientSettings,
): Pick<Trace['settings'], 'paths' | 'headers'> {
  const { paths, headers } = { headers: undefined, ...surfaceNamed(column, surface) };
  return {
    ...(paths ? { paths: paths.map((path) => filled(path, parameters)) } : {}),
    ...(headers ? { headers } : {}),
  };
}

/** Longest one HTTP exchange with a live service may take, in milliseconds. */
const exchangeTimeout = 60_000;

/**
 * The settings to call the live service with.
 *
 * @param baseUrl instead of the service's own; unless `endpoints` says otherwise, its origin stands for the API's further services
 * @param endpoints instead of further services, by name
 * @throws {UserError} the matrix does not say how to record, or a variable of the environment is not set.
 */
export function recordingSettings(
  column: ProviderApi,
  environment: Environment,
  choice: Choice = {},
  baseUrl?: string,
  endpoints: Readonly<Record<string, string>> = {},
): ClientSettings {
  const variant = variantOf(column, choice);
  const { surface, recording } = variant;
  if (!recording) throw new UserError(`the matrix has no "recording" for "${column.id}"`);
  const read = (name: string) => required(environment, name, baseUrl ?? variant.baseUrl);
  const parameters = mapValues(recording.parameters, ({ from }) => read(from));
  const address = baseUrl ?? filled(variant.baseUrl, parameters);
  return {
    baseUrl: address,
    ...endpointsOf(
      column,
      (endpoint, name) =>
        endpoints[name] ?? (baseUrl === undefined ? filled(endpoint, parameters) : new URL(baseUrl).origin),
    ),
    model: variant.model,
    credentials: credentialsFrom(recording.credentials, read, environment),
    ...(surface === undefined ? {} : { surface }),
    ...(parameters ? { parameters } : {}),
    maxOutputTokens: 1024,
    timeout: exchangeTimeout,
    // A server on this machine is asked again almost at once: what it knows does not take it a second.
    wait: (milliseconds) => pause(isLoopback(new URL(address).hostname) ? Math.min(milliseconds, 20) : milliseconds),
  };
}

/** The variables of the environment that recording reads: credentials first. Names, never values. */
export function variablesOf({ credentials, parameters = {} }: Recording): string[] {
  const secrets =
    credentials.type === 'awsKeys'
      ? [credentials.accessKeyIdFrom, credentials.secretAccessKeyFrom]
      : [credentials.from];
  return [...secrets, ...Object.values(parameters).map(({ from }) => from)];
}

function credentialsFrom(
  credentials: Recording['credentials'],
  read: (name: string) => string,
  environment: Environment,
): Credentials {
  switch (credentials.type) {
    case 'apiKey':
      return { type: 'apiKey', apiKey: read(credentials.from) };
    case 'bearerToken':
      return { type: 'bearerToken', token: read(credentials.from) };
    case 'awsKeys': {
      const sessionToken = credentials.sessionTokenFrom && environment[credentials.sessionTokenFrom];
      return {
        type: 'awsKeys',
        accessKeyId: read(credentials.accessKeyIdFrom),
        secretAccessKey: read(credentials.secretAccessKeyFrom),
        ...(sessionToken ? { sessionToken } : {}),
      };
    }
  }
}

function required(environment: Environment, name: string, baseUrl: string): string {
  const value = environment[name];
  if (value) return value;
  throw new UserError(`${name} is not set`, {
    hint: `run: export ${name}=… (recording calls ${baseUrl} with your keys)`,
  });
}

/** Nothing where the API is one service. */
function endpointsOf({ endpoints }: ProviderApi, placeOf: (endpoint: string, name: string) => string) {
  const places = mapValues(endpoints, placeOf);
  return places ? { endpoints: places } : {};
}

/** A base URL with its `{placeholders}` filled in; one that nothing fills stays, and no request will reach it. */
const filled = (baseUrl: string, parameters: Readonly<Record<string, string>> = {}): string =>
  baseUrl.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => parameters[name] ?? placeholder);

function mapValues<T>(
  record: Readonly<Record<string, T>> | undefined,
  textOf: (value: T, name: string) => string,
): Record<string, string> | undefined {
  return record && Object.fromEntries(Object.entries(record).map(([name, value]) => [name, textOf(value, name)]));
}
