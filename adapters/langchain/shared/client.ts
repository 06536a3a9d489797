/** One call of the contract: one call of a chat model of the library, or as many as the API cuts its turn into. */
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import {
  addUsage,
  type CallContext,
  type CallLimit,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type ClientSettings,
  type Content,
  limitOf,
  type UsageDetails,
  type Warning,
  WireError,
} from '../../../spec/contract/index.ts';
import { contentsOf, type LibraryMessage, type Reading, wholeContentsOf } from './contents.ts';
import { defined } from './defined.ts';
import { contractError, type ErrorReader } from './errors.ts';
import { asObject, count } from './json.ts';
import { stored } from './messages.ts';
import { StreamReader } from './stream.ts';

/** A call that is ready to be made. */
export interface Call {
  /** The model, with its tools bound. */
  readonly model: Runnable<BaseMessage[], AIMessageChunk>;
  readonly messages: BaseMessage[];
  readonly reading: Reading;
  /** What was asked for and is not sent. */
  readonly warnings: readonly Warning[];
  /** Call options of a turn that is gone on with. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** What a message says of itself. */
export interface Outcome {
  readonly responseId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly modelId?: string | undefined;
  /** Under which the provider keeps the conversation. */
  readonly conversationId?: string | undefined;
  /** In words of the contract; absent where the answer did not say. */
  readonly finishReason?: string | undefined;
  /** The API cut the turn, and goes on with it when what it said is sent back. */
  readonly isPaused?: boolean;
  /** Call options that a turn which is gone on with needs. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/** How an answer ended of which the library gives no message. */
export interface Ending {
  /** In words of the contract. */
  readonly finishReason: string;
  /** Why; absent where the reason says all. */
  readonly message?: string;
}

/** A provider API, as the library has it. */
export interface Column {
  /** Named in messages. */
  readonly provider: string;
  /** Is in no message. */
  readonly secret: string;
  /**
   * @param sent to be told of each request
   * @param answered to be told when an answer begins, where `errorOf` asks
   * @param signal ends the requests of a call that the library does not tell of any, so that none outlives the call
   * @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message
   */
  readonly callOf: (
    messages: readonly ChatMessage[],
    options: ChatOptions,
    sent: () => void,
    answered: () => void,
    signal?: AbortSignal,
  ) => Call;
  readonly outcomeOf: (message: LibraryMessage, options: ChatOptions) => Outcome;
  /** Called with each message, or piece of one, as it comes: ids that the library draws are to be the same in every run. */
  readonly steady?: (message: LibraryMessage) => void;
  /** What the column knows of an error. */
  readonly errorOf?: ErrorReader;
  /** Of an error that is no failure. */
  readonly endingOf?: (error: unknown) => Ending | undefined;
  /** Lets go of connections. */
  readonly close?: () => void;
  /** Whether the library gives a signal to nobody, and streams a whole answer because of it. */
  readonly hearsNoSignal?: true;
}

/** A turn that pauses more often than this is given back as it is. */
const mostContinuations = 10;

export function clientOf(column: Column, { timeout }: ClientSettings): ChatClient {
  const { provider } = column;
  /** Errors of one call of the contract. */
  const guarded = () => {
    const state = { sent: false, answered: false };
    return {
      sent: () => {
        state.sent = true;
      },
      answered: () => {
        state.answered = true;
      },
      told: (error: unknown, limit: CallLimit) =>
        limit.reached() ?? contractError(error, { provider, secret: column.secret, ...state, errorOf: column.errorOf }),
    };
  };

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, { signal } = {}) {
      const { sent, answered, told } = guarded();
      let limit = limitOf(timeout, signal);
      const said: LibraryMessage[] = [];
      try {
        let call = column.callOf(messages, options, sent, answered, column.hearsNoSignal ? limit.signal : undefined);
        for (;;) {
          const message = await (column.hearsNoSignal
            ? unheard(() => call.model.invoke(call.messages, { ...call.options }), limit)
            : call.model.invoke(call.messages, { ...call.options, signal: limit.signal }));
          column.steady?.(message);
          said.push(message);
          const outcome = column.outcomeOf(message, options);
          if (!outcome.isPaused || said.length > mostContinuations)
            return responseOf(said, call, (said) => column.outcomeOf(said, options));
          call = continued(call, message, outcome);
          limit = limitOf(timeout, signal);
        }
      } catch (error) {
        const ending = said.length === 0 ? column.endingOf?.(error) : undefined;
        if (ending) return emptyResponse(ending);
        throw told(error, limit);
      }
    },

    async *getStreamingResponse(
      messages: readonly ChatMessage[],
      options: ChatOptions = {},
      { signal }: CallContext = {},
    ) {
      const { sent, answered, told } = guarded();
      let limit = limitOf(timeout, signal);
      const said: AIMessageChunk[] = [];
      try {
        let call = column.callOf(messages, options, sent, answered);
        if (call.warnings.length > 0) yield { contents: [], warnings: [...call.warnings] };
        for (;;) {
          const reader = new StreamReader(
            call.reading,
            (whole) => column.outcomeOf(said[0] ?? whole, options).messageId,
          );
          for await (const chunk of await call.model.stream(call.messages, { ...call.options, signal: limit.signal })) {
            column.steady?.(chunk);
            yield* reader.read(chunk);
          }
          const reached = limit.reached();
          if (reached) throw reached;
          yield* reader.end();
          const message = reader.whole;
          if (!message) throw new WireError(`The stream of ${provider} said nothing.`);
          said.push(message);
          const outcome = column.outcomeOf(message, options);
          if (outcome.finishReason === undefined) {
            throw new WireError(`The stream of ${provider} ended before its message did.`);
          }
          const goesOn = outcome.isPaused && said.length <= mostContinuations;
          const { responseId, conversationId, modelId, finishReason } = outcome;
          const usage = usageOf(message);
          yield defined({
            contents: [],
            responseId,
            conversationId,
            modelId,
            usage,
            finishReason: goesOn ? undefined : finishReason,
          });
          if (!goesOn) break;
          call = continued(call, message, outcome);
          limit = limitOf(timeout, signal);
        }
        const kept = { type: 'text' as const, text: '', rawRepresentation: said.map(stored) };
        if (said.some((message) => contentsOf(message, call.reading).length > 0)) {
          const messageId = said[0] && column.outcomeOf(said[0], options).messageId;
          yield defined({ contents: [kept], messageId });
        }
      } catch (error) {
        throw told(error, limit);
      }
    },

    /** The bridge creates nothing that stays with the provider. */
    async close() {
      column.close?.();
    },
  };
}

const emptyResponse = ({ finishReason, message }: Ending): ChatResponse => ({
  messages: message === undefined ? [] : [{ role: 'assistant', contents: [{ type: 'error', message }] }],
  finishReason,
  warnings: [],
});

/** A call that the library cannot be told to end: its caller goes on without it. */
async function unheard<T>(ask: () => Promise<T>, { signal, demand }: CallLimit): Promise<T> {
  demand();
  const { promise: over, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  return Promise.race([ask(), over]).finally(() => signal.removeEventListener('abort', leave));
}

/** The same call once more, with what the model said so far. */
const continued = (call: Call, message: LibraryMessage, { options }: Outcome): Call => ({
  ...call,
  messages: [...call.messages, message],
  ...(options ? { options: { ...call.options, ...options } } : {}),
});

/** The messages of one turn as one, under the id of the first. */
function responseOf(
  said: readonly LibraryMessage[],
  call: Call,
  outcomeOf: (message: LibraryMessage) => Outcome,
): ChatResponse {
  const [first, last] = [said[0], said.at(-1)].map((message) => (message ? outcomeOf(message) : {}));
  const contents = said.flatMap((message) => wholeContentsOf(message, call.reading)).filter(saysSomething);
  const message = {
    role: 'assistant' as const,
    contents,
    messageId: first?.messageId,
    rawRepresentation: said.map(stored),
  };
  return defined({
    messages: contents.length > 0 ? [defined(message)] : [],
    responseId: last?.responseId,
    conversationId: last?.conversationId,
    modelId: last?.modelId,
    finishReason: last?.finishReason,
    usage: said
      .map(usageOf)
      .reduce<UsageDetails | undefined>((sum, usage) => (usage ? addUsage(sum, usage) : sum), undefined),
    warnings: [...call.warnings],
  });
}

/** Of a thought the library may keep the place alone; what is cited for no word in particular has none. */
const saysSomething = (content: Content): boolean =>
  (content.type !== 'text' && content.type !== 'reasoning') ||
  content.text !== '' ||
  (content.type === 'text' && content.annotations !== undefined) ||
  (content.type === 'reasoning' && content.protectedData !== undefined);

function usageOf(message: LibraryMessage): UsageDetails | undefined {
  if (!message.usage_metadata) return undefined;
  const usage = asObject(message.usage_metadata);
  return defined({
    inputTokens: count(usage.input_tokens),
    outputTokens: count(usage.output_tokens),
    cachedInputTokens: count(asObject(usage.input_token_details).cache_read),
    reasoningTokens: count(asObject(usage.output_token_details).reasoning),
  });
}
