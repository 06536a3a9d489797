/** Two calls of the library, `execute` and `stream`, behind the contract. */
import type { AbstractDriver } from '@llumiverse/core/driver';
import {
  type CallContext,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  withTimeout,
} from '../../../spec/contract/index.ts';
import { contractError } from './errors.ts';
import type { Column } from './provider-bridge.ts';
import { buildRequest } from './request.ts';
import { contentsOf, outcomeOf, responseOf } from './response.ts';

/** What a client is made of. */
export interface ClientParts {
  readonly driver: Pick<AbstractDriver, 'execute' | 'stream' | 'destroy'>;
  readonly column: Column;
  readonly settings: ClientSettings;
  /** Named in errors. */
  readonly adapterId: string;
  /** In no message, whatever the provider repeats. */
  readonly secret: string;
}

export function libraryClient({ driver, secret, ...request }: ClientParts): ChatClient {
  const { words } = request.column;
  const { timeout } = request.settings;

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = withTimeout(timeout, context?.signal);
      try {
        const { segments, execution, warnings, ...call } = buildRequest(messages, options, {
          ...request,
          isStreamed: false,
        });
        const completion = await driver.execute(segments, execution, limit.signal);
        return { ...responseOf(completion, call, request.column), warnings };
      } catch (error) {
        throw limit.reached() ?? contractError(error, words, secret);
      }
    },

    async *getStreamingResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, context?: CallContext) {
      const limit = withTimeout(timeout, context?.signal);
      try {
        const { segments, execution, warnings, hasThoughts, ...call } = buildRequest(messages, options, {
          ...request,
          isStreamed: true,
        });
        const stream = await driver.stream(segments, execution, limit.signal);
        for await (const text of stream) {
          // Thoughts and answer come as one text, which says of no word which of the two it is: it is left out then.
          if (!hasThoughts) yield { role: 'assistant', contents: [{ type: 'text', text }] };
        }
        limit.signal.throwIfAborted();
        const { completion } = stream;
        if (!completion) throw new Error('the stream ended without a completion');
        const contents = contentsOf(completion).filter(({ type }) => hasThoughts || type !== 'text');
        yield { role: 'assistant', contents, ...outcomeOf(completion, call, request.column.nextId), warnings };
      } catch (error) {
        throw limit.reached() ?? contractError(error, words, secret);
      }
    },

    async close() {
      driver.destroy();
    },
  };
}
