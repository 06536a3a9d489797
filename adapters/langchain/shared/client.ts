/** One call of the contract: one call of a chat model of the library. */
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { concat } from '@langchain/core/utils/stream';
import {
  assertHeaderValue,
  type CallContext,
  type CallDeadline,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type ChatResponseUpdate,
  type Citation,
  type ClientSettings,
  type Content,
  type Credentials,
  parseBaseUrl,
  resolveSurface,
  type UsageDetails,
  type Warning,
  withTimeout,
} from '../../../spec/contract/index.ts';
import { contentsOf, type LibraryMessage, type Reading } from './contents.ts';
import { contractError, type ErrorReader } from './errors.ts';
import { asObject, defined, number } from './json.ts';
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
    return this.#tell(contentsOf(this.#whole, this.#reading, false), false);
  }

  /** What was held back; the stream is over. */
  end(): ChatResponseUpdate[] {
    return this.#whole ? this.#tell(contentsOf(this.#whole, this.#reading), true) : [];
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
   * @param ends of a call that the library is given no signal of
   * @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message
   */
  readonly callOf: (
    messages: readonly ChatMessage[],
    options: ChatOptions,
    sent: () => void,
    answered: () => void,
    ends?: AbortSignal,
  ) => Call;
  readonly outcomeOf: (message: LibraryMessage, options: ChatOptions) => Outcome;
  /** Counts that the library gives elsewhere than in `usage_metadata`. */
  readonly countsOf?: (message: LibraryMessage) => UsageDetails;
  /** Whether a chunk is of another answer to the same question. */
  readonly isOfAnother?: (chunk: LibraryMessage) => boolean;
  /** What the column knows of an error. */
  readonly errorOf?: ErrorReader;
  /** Lets go of connections. */
  readonly close?: () => void;
  /** Whether a signal makes the library stream a whole answer: it gets none, and the column ends the request. */
  readonly streamsForSignals?: true;
}

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
      told: (error: unknown, limit: CallDeadline) =>
        limit.reached() ?? contractError(error, { provider, secret: column.secret, ...state, errorOf: column.errorOf }),
    };
  };

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, { signal } = {}) {
      const { sent, answered, told } = guarded();
      const limit = withTimeout(timeout, signal);
      try {
        const call = column.callOf(messages, options, sent, answered, limit.signal);
        const message = await (column.streamsForSignals
          ? inTime(call.model.invoke(call.messages), limit)
          : call.model.invoke(call.messages, { signal: limit.signal }));
        return responseOf(message, call, column, options);
      } catch (error) {
        throw told(error, limit);
      }
    },

    async *getStreamingResponse(
      messages: readonly ChatMessage[],
      options: ChatOptions = {},
      { signal }: CallContext = {},
    ) {
      const { sent, answered, told } = guarded();
      const limit = withTimeout(timeout, signal);
      try {
        const call = column.callOf(messages, options, sent, answered);
        if (call.warnings.length > 0) yield { contents: [], warnings: [...call.warnings] };
        const reader = new StreamReader(call.reading, (whole) => column.outcomeOf(whole, options).messageId);
        for await (const chunk of await call.model.stream(call.messages, { signal: limit.signal })) {
          const own = column.isOfAnother?.(chunk) ? countsAlone(chunk) : chunk;
          if (own) yield* reader.read(own);
        }
        const reached = limit.reached();
        if (reached) throw reached;
        yield* reader.end();
        if (reader.whole) yield* endOf(reader.whole, call.reading, column, options);
      } catch (error) {
        throw told(error, limit);
      } finally {
        limit.release();
      }
    },

    /** The bridge creates nothing that stays with the provider. */
    async close() {
      column.close?.();
    },
  };
}

/** Chunks of all choices come from one stream; the library numbers the choices. */
export const isOfAnotherChoice = ({ response_metadata }: LibraryMessage): boolean =>
  (number(asObject(response_metadata).completion) ?? 0) > 0;

/** What a chunk of another choice says of all of them. */
const countsAlone = ({ usage_metadata }: AIMessageChunk): AIMessageChunk | undefined =>
  usage_metadata && new AIMessageChunk({ content: '', usage_metadata });

/** Who is given no signal is not waited for. */
async function inTime<T>(asked: Promise<T>, { signal }: CallDeadline): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  return Promise.race([asked, over]).finally(() => signal.removeEventListener('abort', leave));
}

/** How a streamed message ended, and the library's own message, which goes back as it is. */
function endOf(message: AIMessageChunk, reading: Reading, column: Column, options: ChatOptions): ChatResponseUpdate[] {
  const { messageId, ...ended } = column.outcomeOf(message, options);
  const kept = { type: 'text' as const, text: '', rawRepresentation: [stored(message)] };
  return [
    defined({ contents: [], ...ended, usage: usageOf(message, column) }),
    ...(contentsOf(message, reading).length > 0 ? [defined({ contents: [kept], messageId })] : []),
  ];
}

function responseOf(message: LibraryMessage, call: Call, column: Column, options: ChatOptions): ChatResponse {
  const { messageId, ...ended } = column.outcomeOf(message, options);
  const contents = contentsOf(message, call.reading).filter(saysSomething);
  const own = defined({ role: 'assistant' as const, contents, messageId, rawRepresentation: [stored(message)] });
  return defined({
    messages: contents.length > 0 ? [own] : [],
    ...ended,
    usage: usageOf(message, column),
    warnings: [...call.warnings],
  });
}

/** Of a thought the library may keep the place alone; what is cited for no word in particular has none. */
const saysSomething = (content: Content): boolean =>
  (content.type !== 'text' && content.type !== 'reasoning') ||
  content.text !== '' ||
  (content.type === 'text' && content.annotations !== undefined) ||
  (content.type === 'reasoning' && content.protectedData !== undefined);

function usageOf(message: LibraryMessage, { countsOf }: Column): UsageDetails | undefined {
  if (!message.usage_metadata) return undefined;
  const usage = asObject(message.usage_metadata);
  return defined({
    inputTokens: number(usage.input_tokens),
    outputTokens: number(usage.output_tokens),
    cachedInputTokens: number(asObject(usage.input_token_details).cache_read),
    reasoningTokens: number(asObject(usage.output_token_details).reasoning),
    ...countsOf?.(message),
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
  const address = parseBaseUrl(settings);
  resolveSurface(settings, provider, surfaces);
  return address;
}

/** @throws TypeError for credentials of another kind, or that cannot be sent */
export function apiKeyOf(credentials: Credentials, model: string): string {
  if (credentials.type === 'apiKey') return assertHeaderValue(credentials.apiKey);
  throw new TypeError(`${model} takes credentials of type "apiKey", not "${credentials.type}".`);
}

/** A `fetch` that changes nothing. @param sent told of each request: before the first one, it is the library that rejects */
export function toldFetch(sent: () => void): typeof globalThis.fetch {
  return (url, init) => {
    sent();
    return globalThis.fetch(url, init);
  };
}
