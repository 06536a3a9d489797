/** One call of the contract: one call of a chat model of the library, or as many as the API cuts its turn into. */
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { concat } from '@langchain/core/utils/stream';
import {
  addUsage,
  assertHeaderValue,
  baseUrlOf,
  type CallContext,
  type CallLimit,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type ChatResponseUpdate,
  type Citation,
  type ClientSettings,
  type Content,
  type Credentials,
  limitOf,
  surfaceOf,
  type UsageDetails,
  type Warning,
  WireError,
} from '../../../spec/contract/index.ts';
import { contentsOf, type LibraryMessage, type Reading, wholeContentsOf } from './contents.ts';
import { contractError, type ErrorReader } from './errors.ts';
import { asObject, count, defined } from './json.ts';
import { stored } from './messages.ts';

// Pieces of a message of the library as updates.

/** How much of a content was told. */
interface Told {
  characters: number;
  annotations: number;
  /** Where its words begin in the text that the pieces around it make together. */
  start: number;
  isEnded: boolean;
}

/**
 * Reads one message. The library's way to know what was said is to join its pieces, so that each piece is told by what it adds to
 * the message: words at once, anything else when something of another kind follows it, or when it came whole.
 */
class StreamReader {
  readonly #reading: Reading;
  readonly #idOf: (whole: AIMessageChunk) => string | undefined;
  #whole: AIMessageChunk | undefined;
  /** By what each content is, for the library may put others before it. */
  readonly #told = new Map<string, Told>();
  /** Length of the text that the pieces told last make together. */
  #run = 0;

  /** @param idOf what the provider calls the message, as soon as it says so */
  constructor(reading: Reading, idOf: (whole: AIMessageChunk) => string | undefined) {
    this.#reading = reading;
    this.#idOf = idOf;
  }

  /** All that came so far, as one. */
  get whole(): AIMessageChunk | undefined {
    return this.#whole;
  }

  /** @throws whatever the library throws where pieces do not fit each other */
  read(chunk: AIMessageChunk): ChatResponseUpdate[] {
    this.#whole = this.#whole ? concat(this.#whole, chunk) : chunk;
    return this.#tell(contentsOf(this.#whole, this.#reading), false);
  }

  /**
   * What was held back; the stream is over.
   *
   * @throws WireError a function is called, and not said by which id or name
   */
  end(): ChatResponseUpdate[] {
    return this.#whole ? this.#tell(wholeContentsOf(this.#whole, this.#reading), true) : [];
  }

  #tell(contents: readonly Content[], isOver: boolean): ChatResponseUpdate[] {
    const { isWhole = isFollowed } = this.#reading;
    const news: Content[] = [];
    for (const [at, [key, content]] of keyed(contents).entries()) {
      const told = this.#toldOf(key);
      news.push(...this.#grown(content, told));
      if (told.isEnded) continue;
      if (!isOver && !isWhole(contents, at)) {
        // What comes behind a call waits for it, unless it came whole.
        if (isWhole === isFollowed && content.type === 'function-call') break;
        continue;
      }
      told.isEnded = true;
      news.push(...this.#ending(content, told));
    }
    if (news.length === 0) return [];
    const messageId = this.#whole && this.#idOf(this.#whole);
    return [defined({ role: 'assistant' as const, messageId, contents: news })];
  }

  #toldOf(key: string): Told {
    const told = this.#told.get(key) ?? { characters: 0, annotations: 0, start: this.#run, isEnded: false };
    this.#told.set(key, told);
    return told;
  }

  /** New words, and citations that say which words they are about. */
  #grown(content: Content, told: Told): Content[] {
    if (content.type !== 'text' && content.type !== 'reasoning') return [];
    const piece = content.text.slice(told.characters);
    const news: Content[] = [];
    if (piece !== '') {
      if (told.characters === 0) told.start = this.#run;
      told.characters = content.text.length;
      this.#run = content.type === 'text' ? this.#run + piece.length : 0;
      news.push({ type: content.type, text: piece });
    }
    const citations = content.type === 'text' ? (content.annotations ?? []) : [];
    const placed = citations.slice(told.annotations).filter(({ endIndex }) => endIndex !== undefined);
    if (placed.length === 0 || placed.length < citations.length - told.annotations) return news;
    told.annotations = citations.length;
    return [...news, cited(placed, told.start, content.type === 'text' ? content.text.length : 0)];
  }

  /** Citations stand in a piece of their own, with their place in the words that the pieces make together. */
  #ending(content: Content, told: Told): Content[] {
    if (content.type === 'text') {
      const left = content.annotations?.slice(told.annotations) ?? [];
      return left.length > 0 ? [cited(left, told.start, content.text.length)] : [];
    }
    this.#run = 0;
    if (content.type !== 'reasoning') return [content];
    return content.protectedData === undefined ? [] : [{ ...content, text: '' }];
  }
}

function cited(citations: readonly Citation[], start: number, length: number): Content {
  const annotations = citations.map((citation) => ({
    ...citation,
    startIndex: start + (citation.startIndex ?? 0),
    endIndex: start + (citation.endIndex ?? length),
  }));
  // Without a word of its own, a source is about all that was said before.
  return { type: 'text', text: '', annotations: length === 0 ? [...citations] : annotations };
}

/** Each with its name: of what has no id, the how manieth of its kind it is. */
function keyed(contents: readonly Content[]): [key: string, content: Content][] {
  const counts = new Map<string, number>();
  return contents.map((content) => {
    const id = 'callId' in content ? content.callId : 'requestId' in content ? content.requestId : '';
    const name = `${content.type} ${id}`;
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    return [`${name} ${nth}`, content];
  });
}

/** Calls may grow side by side, so that one alone does not end another. */
const isFollowed = (contents: readonly Content[], at: number): boolean =>
  contents.slice(at + 1).some(({ type }) => type !== contents[at]?.type || type === 'text' || type === 'reasoning');

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

// What every column checks of the caller's settings before it makes a model.

/**
 * The base URL, without a slash at its end.
 *
 * @param surfaces the variants of the provider API, as the matrix names them
 * @throws TypeError the base URL is none, or there is no such surface
 */
export function addressOf(
  settings: ClientSettings,
  provider: string,
  surfaces: readonly [string, ...string[]],
): string {
  const address = baseUrlOf(settings);
  surfaceOf(settings, provider, surfaces);
  return address;
}

/** @throws TypeError for credentials of another kind, or that cannot be sent */
export function apiKeyOf(credentials: Credentials, model: string): string {
  if (credentials.type === 'apiKey') return assertHeaderValue(credentials.apiKey);
  throw new TypeError(`${model} takes credentials of type "apiKey", not "${credentials.type}".`);
}
