/** The SDK's client, made of the caller's settings and of nothing else. */
import { GoogleGenAI, type GoogleGenAIOptions } from '@google/genai';
import type { ClientSettings, Credentials } from '../../../spec/contract/index.ts';
import { bearer, bearerFrom, type SecretInUse } from '../shared/credentials.ts';
import { withoutVariable } from '../shared/environment.ts';

/** What is not said by options, the SDK takes from here; it also warns of some of them on the console. */
const variables = [
  ...['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'],
  ...['GOOGLE_GENAI_USE_ENTERPRISE', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_API_VERSION'],
  ...['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL'],
];

/** The variants of this column. */
export type Surface = 'gemini-api' | 'vertex';

/** @throws TypeError when there is no such surface */
export function surfaceOf({ surface = 'gemini-api' }: Pick<ClientSettings, 'surface'>): Surface {
  if (surface === 'gemini-api' || surface === 'vertex') return surface;
  throw new TypeError(`Google has no surface ${JSON.stringify(surface)}; its surfaces are "gemini-api" and "vertex".`);
}

/**
 * @param inUse is kept up to date
 * @throws TypeError when the credentials are of a kind that the surface does not take or cannot be sent, when the base URL is
 * none, or when Vertex AI is not told project and location
 */
export function createSdk(settings: ClientSettings, inUse: SecretInUse): GoogleGenAI {
  const options = {
    ...(surfaceOf(settings) === 'vertex' ? vertexOptions(settings, inUse) : geminiOptions(settings.credentials, inUse)),
    httpOptions: { baseUrl: settings.baseUrl },
  };
  const make = variables.reduce(
    (inner, name) => () => withoutVariable(name, inner),
    () => new GoogleGenAI(options),
  );
  return make();
}

/** The versions are those that the SDK itself would call. */
function geminiOptions(credentials: Credentials, inUse: SecretInUse): GoogleGenAIOptions {
  if (credentials.type !== 'apiKey') {
    throw new TypeError(`The Gemini API takes credentials of type "apiKey", not "${credentials.type}".`);
  }
  return { vertexai: false, apiVersion: 'v1', apiKey: bearer(credentials.apiKey, inUse) };
}

/**
 * The token goes to Google's authentication library as a client of its own, so that the library never looks for credentials: a
 * client that was given to it is used as it is, before any file, variable or metadata server is asked.
 */
function vertexOptions({ credentials, parameters = {} }: ClientSettings, inUse: SecretInUse): GoogleGenAIOptions {
  const { project, location } = parameters;
  if (!project || !location) {
    throw new TypeError('Vertex AI needs "project" and "location" in the parameters of the settings.');
  }
  const token = tokenOf(credentials, inUse);
  const authClient = {
    getRequestHeaders: async () => new Headers({ authorization: `Bearer ${await token()}` }),
  } as unknown as NonNullable<NonNullable<GoogleGenAIOptions['googleAuthOptions']>['authClient']>;
  return { vertexai: true, apiVersion: 'v1beta1', project, location, googleAuthOptions: { authClient } };
}

function tokenOf(credentials: Credentials, inUse: SecretInUse): () => Promise<string> {
  switch (credentials.type) {
    case 'bearerToken': {
      const token = bearer(credentials.token, inUse);
      return async () => token;
    }
    case 'tokenProvider':
      return () => bearerFrom(credentials.getToken, inUse);
    default:
      throw new TypeError(
        `Vertex AI takes credentials of type "bearerToken" or "tokenProvider", not "${credentials.type}".`,
      );
  }
}
