/** Two calls of the library, `execute` and `stream`, behind the contract. */
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';
import type {
  CallContext,
  ChatClient,
  ChatMessage,
  ChatOptions,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { contractError, limitOf } from './errors.ts';
import { buildRequest } from './request.ts';
import { contentsOf, outcomeOf } from './response.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the driver does not take or cannot be sent, the base URL is none, or
 * there is no such surface
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const driver = createDriver(settings);
  const secret = settings.credentials.type === 'apiKey' ? settings.credentials.apiKey : '';

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = limitOf(settings.timeout, context?.signal);
      try {
        const { segments, execution, warnings } = buildRequest(messages, options, { settings, adapterId });
        const completion = await driver.execute(segments, execution, limit.signal);
        return {
          messages: [{ role: 'assistant', contents: contentsOf(completion) }],
          ...outcomeOf(completion),
          warnings,
        };
      } catch (error) {
        throw limit.reached() ?? contractError(error, secret);
      }
    },

    async *getStreamingResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = limitOf(settings.timeout, context?.signal);
      try {
        const { segments, execution, warnings, hasThoughts } = buildRequest(messages, options, { settings, adapterId });
        const stream = await driver.stream(segments, execution, limit.signal);
        for await (const text of stream) {
          // Thoughts and answer come as one text, which says of no word which of the two it is: it is left out then.
          if (!hasThoughts) yield { role: 'assistant', contents: [{ type: 'text', text }] };
        }
        limit.signal.throwIfAborted();
        const { completion } = stream;
        if (!completion) throw new Error('the stream ended without a completion');
        const contents = contentsOf(completion).filter(({ type }) => hasThoughts || type !== 'text');
        yield { role: 'assistant', contents, ...outcomeOf(completion), warnings };
      } catch (error) {
        throw limit.reached() ?? contractError(error, secret);
      }
    },

    async close() {
      driver.destroy();
    },
  };
}

/** The driver asks for betas by itself, so that both variants of the API are the same to it. */
const surfaces = ['ga', 'beta'];

function createDriver({ baseUrl, credentials, timeout, surface = 'ga' }: ClientSettings): AnthropicDriver {
  if (!URL.canParse(baseUrl)) throw new TypeError(`The base URL ${JSON.stringify(baseUrl)} is no URL.`);
  if (!surfaces.includes(surface)) {
    throw new TypeError(`Anthropic has the surfaces ${surfaces.join(' and ')}, not ${JSON.stringify(surface)}.`);
  }
  if (credentials.type !== 'apiKey') {
    throw new TypeError(`Llumiverse's Anthropic driver takes credentials of type "apiKey", not "${credentials.type}".`);
  }
  const driver = new AnthropicDriver({
    apiKey: sendable(credentials.apiKey),
    baseURL: baseUrl,
    httpTimeout: { headersTimeout: timeout, bodyTimeout: timeout, connectTimeout: timeout },
  });
  // The driver has no option for either, and gives its SDK client to whoever wants to set them: it tries twice more by
  // itself, and takes a second credential from the environment.
  driver.client.maxRetries = 0;
  driver.client.authToken = null;
  return driver;
}

/** @throws TypeError that does not show the secret, as the error of a header would */
function sendable(secret: string): string {
  if (secret === '') throw new TypeError('The credentials are empty.');
  try {
    new Headers({ authorization: secret });
    return secret;
  } catch {
    throw new TypeError('The credentials have characters that no header can carry.');
  }
}
