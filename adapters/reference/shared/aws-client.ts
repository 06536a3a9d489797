/** What every client of an SDK of AWS is made of: the caller's settings, and nothing of this machine. */
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { ClientSettings } from '../../../spec/contract/index.ts';
import { bearer, bearerFrom, type SecretInUse } from './credentials.ts';

/**
 * The configuration of a client. What is said here keeps the SDK from looking it up elsewhere: in the environment, in `~/.aws`
 * or at the metadata service of a machine of AWS. A bearer token of the environment (`AWS_BEARER_TOKEN_BEDROCK`) would even
 * take the place of the signature.
 *
 * Keys sign requests; a key of the Bedrock API is a bearer token, in whichever way it is given.
 *
 * @param inUse is kept up to date
 * @throws TypeError when the credentials cannot be sent, the base URL is none, or no region is to be had
 */
export function awsClientConfig(settings: ClientSettings, inUse: SecretInUse) {
  const { baseUrl } = settings;
  if (!URL.canParse(baseUrl)) throw new TypeError(`The base URL ${JSON.stringify(baseUrl)} is no URL.`);
  return {
    ...authentication(settings.credentials, inUse),
    endpoint: baseUrl,
    region: regionOf(settings),
    // The SDK's own speaks HTTP/2, which nothing intercepts.
    requestHandler: new NodeHttpHandler(),
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard' as const,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: '',
    // The SDK's own tells of the machine, and where this runs as AWS_EXECUTION_ENV says.
    defaultUserAgentProvider: async (): Promise<[string][]> => [['aws-sdk-js']],
    disableClockSkewCorrection: true,
  };
}

/** A client, as far as its middleware is concerned. */
interface WithMiddleware {
  readonly middlewareStack: { remove(name: string): boolean };
}

/**
 * Keeps a client from passing on what surrounds this process: within AWS Lambda it sends the trace that the environment names.
 *
 * @throws Error the SDK has no such middleware any more
 */
export function withoutSurroundings<C extends WithMiddleware>(client: C): C {
  if (client.middlewareStack.remove('recursionDetectionMiddleware')) return client;
  throw new Error('The SDK of AWS no longer has its "recursionDetectionMiddleware".');
}

function authentication(credentials: ClientSettings['credentials'], inUse: SecretInUse) {
  switch (credentials.type) {
    case 'awsKeys': {
      const { accessKeyId, secretAccessKey, sessionToken } = credentials;
      // The last one is the one to be kept out of messages.
      for (const sent of [accessKeyId, sessionToken ?? 'none', secretAccessKey]) bearer(sent, inUse);
      const keys = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
      return { credentials: keys, authSchemePreference: ['sigv4'] };
    }
    case 'bearerToken':
      return byToken(bearer(credentials.token, inUse));
    case 'apiKey':
      return byToken(bearer(credentials.apiKey, inUse));
    case 'tokenProvider':
      return byToken(() => bearerFrom(credentials.getToken, inUse));
  }
}

function byToken(token: string | (() => Promise<string>)) {
  return {
    // Expired as soon as it is used: whoever gives tokens knows which one holds.
    token: async () => ({ token: typeof token === 'string' ? token : await token(), expiration: new Date(0) }),
    authSchemePreference: ['httpBearerAuth'],
  };
}

/** The region is part of the signature, whatever the host. */
function regionOf({ parameters = {} }: ClientSettings): string {
  const { region } = parameters;
  if (region) return region;
  throw new TypeError('Amazon Bedrock needs "region" in the parameters of the settings: requests are signed for it.');
}
