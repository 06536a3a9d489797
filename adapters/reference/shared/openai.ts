/** The SDK of OpenAI: its client, made of the caller's settings and of nothing else, and what goes wrong. */
import OpenAI, {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  type AzureClientOptions,
  AzureOpenAI,
  type ClientOptions,
} from 'openai';
import { isJsonObject } from '../../../lib/canonical-json.ts';
import type { ClientSettings, Credentials } from '../../../spec/contract/index.ts';
import { timerFor } from './call-deadline.ts';
import { errorsOf } from './errors.ts';
import { text } from './json.ts';
import { bearerOf, parameterOf, type SecretInUse } from './settings.ts';
import { thrownByStainless } from './stainless.ts';

export const bedrock = 'bedrock-runtime';
/** Other servers that speak the API, which the SDK's documents reach by its base URL, are `openai-compatible`. */
const paths: Readonly<Record<string, (settings: ClientSettings) => string>> = {
  openai: () => '/v1',
  'openai-compatible': () => '/v1',
  'azure-openai': () => '/openai/v1',
  'azure-openai-dated': () => '/openai',
  [bedrock]: () => '/openai/v1',
  'gemini-openai': () => '/v1beta/openai',
  'vertex-openai': (settings) => {
    const [project, location] = ['project', 'location'].map((name) => parameterOf(settings, 'vertex-openai', name));
    return `/v1/projects/${project}/locations/${location}/endpoints/openapi`;
  },
};

/** The last of the dated versions of Azure OpenAI that is generally available. Source: "API version lifecycle" of its documentation. */
const azureVersion = '2024-10-21';

/**
 * On Azure the SDK's documents give its ordinary client the endpoint's `/openai/v1`; the deployment is the model. Its class
 * `AzureOpenAI` is for the dated versions of the API.
 *
 * @param inUse is kept up to date
 * @param own what another provider of the API needs besides
 * @throws TypeError when the credentials are of a kind that OpenAI does not take or cannot be sent, or there is no such surface
 */
export function createSdk(settings: ClientSettings, inUse: SecretInUse, own: ClientOptions = {}): OpenAI {
  const { surface = 'openai' } = settings;
  const path = Object.hasOwn(paths, surface) ? paths[surface]?.(settings) : undefined;
  if (path === undefined)
    throw new TypeError(`There is no surface ${JSON.stringify(surface)}; there are ${Object.keys(paths).join(', ')}.`);
  const options: ClientOptions = {
    ...authentication(settings.credentials, surface.startsWith('azure'), inUse),
    // The version is a part of every path; the SDK counts it to the base URL.
    baseURL: `${settings.baseUrl.replace(/\/+$/, '')}${path}`,
    ...callersAlone(settings),
    ...own,
  };
  return surface === 'azure-openai-dated' ? datedAzure(options) : new OpenAI(options);
}

/** Puts the deployment, which the model names, into the path, and the version behind it. */
function datedAzure({ apiKey, ...options }: ClientOptions): OpenAI {
  const access = typeof apiKey === 'function' ? { azureADTokenProvider: apiKey } : { apiKey };
  return new AzureOpenAI({
    ...(options as AzureClientOptions),
    ...access,
    apiVersion: azureVersion,
  } as AzureClientOptions);
}

/** Options that say what the caller left unsaid: what is not said, the SDK takes from the environment, and it would retry. */
export const callersAlone = ({ timeout }: Pick<ClientSettings, 'timeout'>) =>
  ({
    timeout: timerFor(timeout),
    maxRetries: 0,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
  }) satisfies ClientOptions;

/** Every way is sent as `Authorization: Bearer`, but for keys of Azure. */
function authentication(credentials: Credentials, isAzure: boolean, inUse: SecretInUse): ClientOptions {
  const apiKey = bearerOf(credentials, inUse, 'OpenAI');
  if (!isAzure || typeof apiKey !== 'string' || credentials.type !== 'apiKey') return { apiKey };
  // A redirect drops `Authorization` where it leads to another host, and no other header.
  return {
    apiKey,
    defaultHeaders: { 'api-key': apiKey, authorization: null },
    fetchOptions: { redirect: 'manual' },
  };
}

export const errors = errorsOf({
  provider: 'OpenAI',
  invalidRequest: 'invalid_request_error',
  requestId: 'x-request-id',
  retryable: new Map([
    ['server_error', true],
    ['rate_limit_exceeded', true],
    ['vector_store_timeout', true],
    // Comes with status 429, but waiting brings no money.
    ['insufficient_quota', false],
  ]),
  /**
   * `{ "message", "type", "param", "code" }`: the member `error` of a body, the `error` of a response that failed, or the event
   * of that name. Where it has no code, its type stands in.
   */
  read(error) {
    const { code, type, message } = isJsonObject(error) ? error : {};
    // Some servers that speak the API have a number for a code.
    const said = typeof code === 'number' ? String(code) : text(code);
    return { code: said ?? (type === 'error' ? undefined : text(type)), message: text(message) };
  },
  thrown: thrownByStainless({ APIConnectionError, APIConnectionTimeoutError, APIError }),
});

export const { providerError, invalidRequest } = errors;
