/** The client of the AWS SDK, made of the caller's settings and of nothing else: `ChatBedrockConverse` takes one as its option `client`. */
import { BedrockRuntimeClient, type BedrockRuntimeClientConfig } from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { assertHeaderValue, type ClientSettings, mergePatch, readToken } from '../../../spec/contract/index.ts';
import { addressOf } from '../shared/client.ts';

/** As messages name it. */
export const provider = 'Amazon Bedrock';

/** Who is told how far a call is. */
interface Told {
  readonly sent: () => void;
  readonly answered: () => void;
}

/** How Amazon Bedrock is reached. */
export interface Access {
  readonly region: string;
  /** That was sent last; is in no message. */
  readonly secret: () => string;
  /**
   * A client for one call.
   *
   * @param patch JSON Merge Patch (RFC 7396) over the body, where there is one
   * @param told of each request that is sent, and of each answer that begins well
   */
  readonly clientFor: (patch: JsonObject | undefined, told: Told) => BedrockRuntimeClient;
  /** Closes the connections. */
  readonly close: () => void;
}

/** @throws TypeError when the credentials cannot be sent, the base URL is none, or there is no region or no such surface */
export function accessOf(settings: ClientSettings): Access {
  const endpoint = addressOf(settings, provider, ['converse']);
  const region = settings.parameters?.region;
  if (!region) {
    throw new TypeError(`${provider} needs "region" in the parameters of the settings: requests are signed for it.`);
  }
  let secret = '';
  const known = (given: string) => {
    secret = assertHeaderValue(given);
    return secret;
  };
  // The SDK's own speaks HTTP/2, which nothing intercepts.
  const requestHandler = new NodeHttpHandler();
  const config: BedrockRuntimeClientConfig = {
    ...authentication(settings.credentials, known),
    endpoint,
    region,
    requestHandler,
    maxAttempts: 1 + (settings.retries ?? 0),
    // What is not said here, the SDK takes from the environment or from files.
    retryMode: 'standard',
    defaultsMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: '',
    defaultUserAgentProvider: async () => [['aws-sdk-js']],
    disableClockSkewCorrection: true,
  };
  return {
    region,
    secret: () => secret,
    clientFor: (patch, told) => patched(new BedrockRuntimeClient(config), patch, told),
    close: () => requestHandler.destroy(),
  };
}

/** Keys sign requests; a key of the API is a bearer token, in whichever way it is given. */
function authentication(credentials: ClientSettings['credentials'], known: (secret: string) => string) {
  switch (credentials.type) {
    case 'awsKeys': {
      const { accessKeyId, secretAccessKey, sessionToken } = credentials;
      // The last one is the one to be kept out of messages.
      for (const sent of [accessKeyId, sessionToken ?? 'none', secretAccessKey]) known(sent);
      const keys = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
      return { credentials: keys, authSchemePreference: ['sigv4'] };
    }
    case 'bearerToken':
      return byToken(known(credentials.token));
    case 'apiKey':
      return byToken(known(credentials.apiKey));
    case 'tokenProvider':
      return byToken(async () => known(await readToken(credentials.getToken)));
  }
}

function byToken(token: string | (() => Promise<string>)) {
  return {
    // Expired as soon as it is used: whoever gives tokens knows which one holds.
    token: async () => ({ token: typeof token === 'string' ? token : await token(), expiration: new Date(0) }),
    authSchemePreference: ['httpBearerAuth'],
  };
}

/** The way in for members that the library has no word for: middleware of the SDK, after it has written the body. */
function patched(client: BedrockRuntimeClient, patch: JsonObject | undefined, { sent, answered }: Told) {
  const { middlewareStack } = client;
  middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { body: Uint8Array };
      if (patch) {
        const body = mergePatch(JSON.parse(new TextDecoder().decode(request.body)), patch);
        request.body = new TextEncoder().encode(JSON.stringify(body));
      }
      return next(args);
    },
    { step: 'serialize', priority: 'low', name: 'patchedBody' },
  );
  middlewareStack.add(
    (next) => (args) => {
      sent();
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'toldOfRequest' },
  );
  middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      if ((result.response as { statusCode: number }).statusCode < 300) answered();
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'toldOfAnswer' },
  );
  return client;
}
