/** Two calls of the library, `execute` and `stream`, behind the contract. */
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';
import type {
  CallContext,
  ChatClient,
  ChatMessage,
  ChatOptions,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { contractError } from './errors.ts';
import { buildRequest } from './request.ts';
import { contentsOf, outcomeOf } from './response.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the driver does not take
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const driver = createDriver(settings);

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      try {
        const { segments, execution, warnings } = buildRequest(messages, options, { settings, adapterId });
        const completion = await driver.execute(segments, execution, context?.signal);
        return {
          messages: [{ role: 'assistant', contents: contentsOf(completion) }],
          ...outcomeOf(completion),
          warnings,
        };
      } catch (error) {
        throw contractError(error, context?.signal);
      }
    },

    async *getStreamingResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      try {
        const { segments, execution, warnings, hasThoughts } = buildRequest(messages, options, { settings, adapterId });
        const stream = await driver.stream(segments, execution, context?.signal);
        for await (const text of stream) {
          // Thoughts and answer come as one text, which says of no word which of the two it is: it is left out then.
          if (!hasThoughts) yield { role: 'assistant', contents: [{ type: 'text', text }] };
        }
        context?.signal?.throwIfAborted();
        const { completion } = stream;
        if (!completion) throw new Error('the stream ended without a completion');
        const contents = contentsOf(completion).filter(({ type }) => hasThoughts || type !== 'text');
        yield { role: 'assistant', contents, ...outcomeOf(completion), warnings };
      } catch (error) {
        throw contractError(error, context?.signal);
      }
    },

    async close() {
      driver.destroy();
    },
  };
}

function createDriver({ baseUrl, credentials, timeout }: ClientSettings): AnthropicDriver {
  if (credentials.type !== 'apiKey') {
    throw new TypeError(`Llumiverse's Anthropic driver takes credentials of type "apiKey", not "${credentials.type}".`);
  }
  const driver = new AnthropicDriver({
    apiKey: credentials.apiKey,
    baseURL: baseUrl,
    httpTimeout: { headersTimeout: timeout, bodyTimeout: timeout, connectTimeout: timeout },
  });
  // The driver has no option for either, and gives its SDK client to whoever wants to set them: it tries twice more by
  // itself, and takes a second credential from the environment.
  driver.client.maxRetries = 0;
  driver.client.authToken = null;
  return driver;
}
