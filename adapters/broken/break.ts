/**
 * Deliberately broken adapters: each is a reference adapter with one real defect put in. They prove that a check fails where
 * it should; a check that no broken adapter fails proves nothing when it passes.
 */
import type { Tampering } from '../../recordings/transport/tampering.ts';
import {
  type Adapter,
  type CallContext,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type ChatResponseUpdate,
  ProviderError,
} from '../../spec/contract/index.ts';

/** Where in a conversation a defect sits. */
export type Phase = 'request' | 'response' | 'stream' | 'multi-turn' | 'error' | 'schema' | 'availability';

/** One defect. */
export interface BrokenAdapter {
  readonly id: string;
  /** The check that is meant to catch it. */
  readonly caughtBy: string;
  /** What is wrong, as an issue's title would say it. */
  readonly defect: string;
  /** The provider API over whose reference adapter it is laid; `anthropic` where not said. */
  readonly over?: string;
  /** Cases in which it shows: `<scenario>/<mode>`, of one tool `<tool>/<scenario>/<mode>`. */
  readonly shows: readonly string[];
  /** Where it sits; unless told, where the first known defect does that it is modelled on, or as its check says. */
  readonly phase?: Phase;
  /** Known defects of real adapters that it is modelled on, by the ids of `spec/checks/known-defects.json`. */
  readonly modelledOn?: readonly string[];
  /** The defect as something done to the adapter … */
  readonly breakIt?: (adapter: Adapter) => Adapter;
  /** … or to what it sends and reads: for defects of mapping, that show in a body and nowhere before it. */
  readonly onTheWire?: Tampering;
}

type Asked = readonly [messages: readonly ChatMessage[], options: ChatOptions | undefined];

/** Where a defect sits. What is not given stays as the reference adapter does it. */
export interface Defects {
  /** What is asked, on its way to the wire. */
  readonly request?: (messages: readonly ChatMessage[], options: ChatOptions) => Asked;
  readonly response?: (response: ChatResponse) => ChatResponse;
  readonly update?: (update: ChatResponseUpdate) => readonly ChatResponseUpdate[];
  /** The whole of a call, in both modes. */
  readonly call?: (client: ChatClient, asked: Asked, context: CallContext | undefined) => ChatClient;
}

/** An adapter with defects put around its client. */
export function withDefects({ request, response, update, call }: Defects): (adapter: Adapter) => Adapter {
  return (adapter) => ({
    ...adapter,
    createClient: (settings) => {
      const whole = adapter.createClient(settings);
      const ask = (messages: readonly ChatMessage[], options: ChatOptions = {}): Asked =>
        request ? request(messages, options) : [messages, options];
      return {
        async getResponse(messages, options, context) {
          const asked = ask(messages, options);
          const client = call ? call(whole, asked, context) : whole;
          const result = await client.getResponse(...asked, context);
          return response ? response(result) : result;
        },
        async *getStreamingResponse(messages, options, context) {
          const asked = ask(messages, options);
          const client = call ? call(whole, asked, context) : whole;
          for await (const piece of client.getStreamingResponse(...asked, context)) {
            if (update) yield* update(piece);
            else yield piece;
          }
        },
        close: () => whole.close(),
      };
    },
  });
}

/** An adapter with a defect in what the provider's errors become, in both modes. */
export const withErrors = (change: (error: ProviderError) => ProviderError): ((adapter: Adapter) => Adapter) => {
  const changed = (error: unknown) => (error instanceof ProviderError ? change(error) : error);
  return withDefects({
    call: (client) => ({
      ...client,
      getResponse: (...asked) =>
        client.getResponse(...asked).catch((error: unknown) => {
          throw changed(error);
        }),
      async *getStreamingResponse(...asked) {
        try {
          yield* client.getStreamingResponse(...asked);
        } catch (error) {
          throw changed(error);
        }
      },
    }),
  });
};

type Contents = ChatMessage['contents'];

/** A defect in the contents that an adapter returns, the same in both modes. */
export function inReturnedContents(change: (contents: Contents) => Contents): Defects {
  return {
    response: (r) => ({ ...r, messages: r.messages.map((m) => ({ ...m, contents: change(m.contents) })) }),
    update: (u) => [{ ...u, contents: change(u.contents) }],
  };
}

/** A defect in the contents that an adapter sends. */
export function inSentContents(change: (contents: Contents, message: ChatMessage) => Contents): Defects {
  return {
    request: (messages, options) => [messages.map((m) => ({ ...m, contents: change(m.contents, m) })), options],
  };
}

/** A defect in how a stream is told, that needs to see more than one update. */
export function inStream(
  change: (updates: AsyncIterable<ChatResponseUpdate>) => AsyncIterable<ChatResponseUpdate>,
): (adapter: Adapter) => Adapter {
  return (adapter) => ({
    ...adapter,
    createClient: (settings) => {
      const whole = adapter.createClient(settings);
      return {
        getResponse: (...asked) => whole.getResponse(...asked),
        getStreamingResponse: (...asked) => change(whole.getStreamingResponse(...asked)),
        close: () => whole.close(),
      };
    },
  });
}

/** A defect in the requests as they leave an SDK that keeps the `fetch` which it finds when its client is made. */
export function inFetched(change: (init: RequestInit) => RequestInit): (adapter: Adapter) => Adapter {
  return (adapter) => ({
    ...adapter,
    createClient: (settings) => {
      const { fetch } = globalThis;
      globalThis.fetch = (input, init = {}) => fetch(input, change(init));
      try {
        return adapter.createClient(settings);
      } finally {
        globalThis.fetch = fetch;
      }
    },
  });
}
