/**
 * Deliberately broken adapters: each is a reference adapter with one real defect. They prove that a check fails where
 * it should; a check that no broken adapter fails proves nothing when it passes.
 */
import type { InjectedDefect } from '../../recordings/transport/inject-adapter-defect.ts';
import {
  type Adapter,
  type CallContext,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponseUpdate,
  ProviderError,
  type ProviderErrorDetails,
  WireError,
} from '../../spec/contract/index.ts';
import { all, change, type Operation } from './operations.ts';
import { bodyPatch, inPieces, one, type WireDefects } from './wire.ts';

/** Where in a conversation a defect sits. */
export type Phase = 'request' | 'response' | 'stream' | 'multi-turn' | 'error' | 'schema' | 'availability';

/** A broken adapter, as the kill matrix runs it. */
export interface BrokenAdapter {
  readonly id: string;
  /** The check that is meant to catch it. */
  readonly caughtBy: string;
  /** The defect, as the title of an issue. */
  readonly defect: string;
  /** The provider API over whose reference adapter it is laid. */
  readonly over: string;
  /** Cases in which it shows: `<scenario>/<mode>`, of one tool `<tool>/<scenario>/<mode>`. */
  readonly shows: readonly string[];
  readonly phase?: Phase;
  readonly from?: readonly string[];
  /** Why no check catches it. */
  readonly missed?: string;
  /** The defect as something done to the adapter … */
  readonly breakIt?: (adapter: Adapter) => Adapter;
  /** … or to what it sends and reads. */
  readonly onTheWire?: InjectedDefect;
}

type Asked = readonly [messages: readonly ChatMessage[], options: ChatOptions | undefined];

/**
 * A row of a file `broken….ts` beside a reference adapter: what is wrong, where, and what catches it. A defect sits in one place or in several; what
 * is not given stays as the reference adapter does it.
 */
export interface Defect extends WireDefects {
  /** The defect, as the title of an issue: at most nine words. */
  readonly title: string;
  readonly caught: Caught;
  /** Where it sits; unless told, where its first known defect does, or as its check says. */
  readonly phase?: Phase;
  /** Known defects of real adapters that it has, each in its real shape, by the ids of `spec/checks/known-defects.json`. */
  readonly from?: readonly string[];
  /** Why no check catches it, as long as none does. */
  readonly missed?: string;

  /** What a client is made of. */
  readonly settings?: Operation;
  /** The list of messages that is asked. */
  readonly messages?: Operation;
  readonly options?: Operation;
  /** The contents of each message of a response, and of each update, as a list. */
  readonly returned?: Operation;
  readonly response?: Operation;
  readonly update?: Operation;
  /** Responses and updates. */
  readonly told?: Operation;
  /** What a call ends with that fails: another error, or an end without one. */
  readonly fails?: (error: Error) => Error | undefined;

  /** The updates of a stream, for defects that need to see several of them. */
  readonly stream?: (updates: AsyncIterable<ChatResponseUpdate>) => AsyncIterable<ChatResponseUpdate>;
  /** Each piece of the bytes of a streamed answer, as text. */
  readonly pieces?: (piece: string) => string;
  /** A call, in both modes. */
  readonly client?: (client: ChatClient, asked: Asked, context: CallContext | undefined) => ChatClient;
  readonly adapter?: (adapter: Adapter) => Adapter;
}

interface Caught {
  readonly caughtBy: string;
  readonly shows: readonly string[];
}

/** The check that must catch a defect, and the cases in which it does; a case without a mode is meant in both. */
export const by = (check: string, ...cases: readonly string[]): Caught => ({
  caughtBy: check,
  shows: cases.flatMap((name) => (/\/(complete|stream)$/.test(name) ? [name] : [`${name}/complete`, `${name}/stream`])),
});

/** The broken adapters of a table, by their ids, laid over the reference adapter of a provider API. */
export const broken = (over: string, defects: Readonly<Record<string, Defect>>): BrokenAdapter[] =>
  Object.entries(defects).map(([id, { title, caught, phase, from, missed, ...places }]) => {
    const tampering = bodyPatch(places);
    return {
      id,
      defect: title,
      over,
      ...caught,
      ...(phase ? { phase } : {}),
      ...(from ? { from } : {}),
      ...(missed ? { missed } : {}),
      breakIt: (adapter) => breakingsOf(places).reduce((whole, breaking) => breaking(whole), adapter),
      ...(tampering ? { onTheWire: tampering } : {}),
    };
  });

type Places = Omit<Defect, 'title' | 'caught' | 'phase' | 'from' | 'missed'>;

function breakingsOf({ settings, stream, pieces, adapter, ...inCalls }: Places): ((adapter: Adapter) => Adapter)[] {
  const breakings = [defineBroken(inCalls)];
  if (settings) breakings.push(withClient((whole, given) => whole.createClient(one(settings, given))));
  if (stream) {
    const inStream = (client: ChatClient): ChatClient => ({
      ...client,
      getStreamingResponse: (...asked) => stream(client.getStreamingResponse(...asked)),
    });
    breakings.push(withClient((whole, given) => inStream(whole.createClient(given))));
  }
  if (pieces) breakings.push(inPieces(pieces));
  if (adapter) breakings.push(adapter);
  return breakings;
}

type Settings = Parameters<Adapter['createClient']>[0];

/** Defects that depend on what a client is made of. */
export const bySettings = (placesOf: (settings: Settings) => Places): Pick<Defect, 'adapter'> => ({
  adapter: (adapter) => ({
    ...adapter,
    createClient: (settings) =>
      breakingsOf(placesOf(settings))
        .reduce((whole, breaking) => breaking(whole), adapter)
        .createClient(settings),
  }),
});

/** Defects that clients have for one variant of the API alone. */
export const onSurface = (surface: string, places: Places): Pick<Defect, 'adapter'> =>
  bySettings((settings) => (settings.surface === surface ? places : {}));

/** An adapter whose clients are made in another way. */
const withClient =
  (create: (adapter: Adapter, settings: Settings) => ChatClient) =>
  (adapter: Adapter): Adapter => ({ ...adapter, createClient: (settings) => create(adapter, settings) });

/** A client that keeps what it is asked in a member, where another call may have put its own before it is sent. */
export const asksFromMember: Pick<Defect, 'adapter'> = {
  adapter: withClient((whole, settings) => {
    const client = whole.createClient(settings);
    let asked: Parameters<ChatClient['getResponse']>;
    const aMomentLater = async (now: typeof asked): Promise<typeof asked> => {
      asked = now;
      await Promise.resolve();
      return asked;
    };
    return {
      ...client,
      getResponse: async (...now) => client.getResponse(...(await aMomentLater(now))),
      async *getStreamingResponse(...now) {
        yield* client.getStreamingResponse(...(await aMomentLater(now)));
      },
    };
  }),
};

/** A client in which a call aborts an earlier one of its conversation that still runs. */
export const abortsEarlierCall: Pick<Defect, 'adapter'> = {
  adapter: withClient((whole, settings) => {
    const client = whole.createClient(settings);
    const running = new Map<string, AbortController>();
    const alone = ({ conversationId = '' }: ChatOptions = {}, context: CallContext = {}): CallContext => {
      const own = new AbortController();
      running.get(conversationId)?.abort();
      running.set(conversationId, own);
      return { signal: AbortSignal.any([own.signal, ...(context.signal ? [context.signal] : [])]) };
    };
    return {
      ...client,
      getResponse: (messages, options, context) => client.getResponse(messages, options, alone(options, context)),
      getStreamingResponse: (messages, options, context) =>
        client.getStreamingResponse(messages, options, alone(options, context)),
    };
  }),
};

/** A client that goes on with the conversation that it answered last, whoever asks. */
export const continuesLastConversation: Pick<Defect, 'adapter'> = {
  adapter: withClient((whole, settings) => {
    const client = whole.createClient(settings);
    let last: Pick<ChatOptions, 'conversationId'> = {};
    const noted = <T extends { readonly conversationId?: string }>(answer: T): T => {
      if (answer.conversationId !== undefined) last = { conversationId: answer.conversationId };
      return answer;
    };
    return {
      ...client,
      getResponse: async (messages, options, context) =>
        noted(await client.getResponse(messages, { ...options, ...last }, context)),
      async *getStreamingResponse(messages, options, context) {
        for await (const update of client.getStreamingResponse(messages, { ...options, ...last }, context)) {
          yield noted(update);
        }
      },
    };
  }),
};

const none: Operation = (value) => [value];

/** An adapter with defects in what is asked of its clients, and in what they give. */
export function defineBroken({
  client: around = (client) => client,
  ...places
}: Places): (adapter: Adapter) => Adapter {
  const { messages = none, options = none, returned = none, told = none, response = none, update = none } = places;
  const { fails = (error) => error } = places;
  const whole = all(
    change('messages[].contents', (contents) => one(returned, contents)),
    told,
    response,
  );
  const pieces = all(
    change('contents', (contents) => one(returned, contents)),
    told,
    update,
  );
  return withClient((adapter, settings) => {
    const client = adapter.createClient(settings);
    const ask = (said: readonly ChatMessage[], chosen: ChatOptions = {}): Asked => [
      one(messages, said),
      one(options, chosen),
    ];
    return {
      async getResponse(...[said, chosen, context]) {
        const asked = ask(said, chosen);
        try {
          return one(whole, await around(client, asked, context).getResponse(...asked, context));
        } catch (error) {
          const told = fails(error as Error);
          if (told) throw told;
          return { messages: [], warnings: [] };
        }
      },
      async *getStreamingResponse(...[said, chosen, context]) {
        const asked = ask(said, chosen);
        try {
          for await (const piece of around(client, asked, context).getStreamingResponse(...asked, context)) {
            yield* pieces(piece) as readonly ChatResponseUpdate[];
          }
        } catch (error) {
          const told = fails(error as Error);
          if (told) throw told;
        }
      },
      close: () => client.close(),
    };
  });
}

/** An error of the provider that says other things; what is not named stays. */
export function providerErrors(to: ErrorChange | ((error: ProviderError) => ErrorChange)): (error: Error) => Error {
  return (error) => {
    if (!(error instanceof ProviderError)) return error;
    const { message = error.message, ...details } = typeof to === 'function' ? to(error) : to;
    return new ProviderError(message, { ...error, ...details });
  };
}

type ErrorChange = Partial<ProviderErrorDetails> & { readonly message?: string };

/** What becomes of an error by which an answer cannot be read; nothing where the call is to end well. */
export const wireErrors =
  (to: (error: WireError) => Error | undefined): ((error: Error) => Error | undefined) =>
  (error) =>
    error instanceof WireError ? to(error) : error;

/** All updates of a stream, once it has ended. */
export async function listOf(updates: AsyncIterable<ChatResponseUpdate>): Promise<ChatResponseUpdate[]> {
  const list: ChatResponseUpdate[] = [];
  for await (const update of updates) list.push(update);
  return list;
}
