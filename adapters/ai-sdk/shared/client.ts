/** One call of the contract: one step of the library. */
import {
  AISDKError,
  generateText,
  type ProviderMetadata,
  type StepResult,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from 'ai';
import {
  type CallContext,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type ChatResponseUpdate,
  type Citation,
  type ClientSettings,
  type Content,
  foldUpdates,
  isContractError,
  withTimeout,
} from '../../../spec/contract/index.ts';
import { citationsOf, contentsOf, ownOf, type Part, type Reading } from './contents-from-parts.ts';
import { secretOf } from './credentials.ts';
import { contractError } from './errors.ts';
import { defined, plain } from './json.ts';
import type { Column } from './provider-bridge.ts';
import { answeredBy, finishReasonOf, usageOf, warningsOf } from './step-result.ts';

// Parts of a stream of the library as updates.

type StreamPart = TextStreamPart<ToolSet>;

/** A text or a piece of reasoning while it grows. */
interface Growing {
  text: string;
  metadata: unknown;
  readonly messageId: string | undefined;
}

/** Reads the step of one call. */
class StreamReader {
  #growing = new Map<string, Growing>();
  #messageId: string | undefined;
  /** The text, or the piece of reasoning, that is being told. */
  #open: string | undefined;
  #waiting: StreamPart[] = [];
  /** Length of the text that the pieces told last make together. */
  #run = 0;
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /**
   * Texts that are told in turns are told one after the other: neighbouring pieces are one text in the contract.
   *
   * @throws whatever the library reports as an error of the stream
   */
  read(part: StreamPart): ChatResponseUpdate[] {
    if (this.#open !== undefined && part.type !== 'finish-step' && waits(part, this.#open)) {
      this.#waiting.push(part);
      return [];
    }
    if (part.type === 'finish-step') return [...this.#goOn(), ...this.#read(part)];
    const told = this.#read(part);
    return this.#open === undefined ? [...told, ...this.#goOn()] : told;
  }

  /** What had to wait. */
  #goOn(): ChatResponseUpdate[] {
    this.#open = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting.flatMap((part) => this.read(part));
  }

  #read(part: StreamPart): ChatResponseUpdate[] {
    switch (part.type) {
      case 'start-step':
        return part.warnings.length > 0 ? [{ contents: [], warnings: warningsOf(part.warnings) }] : [];
      case 'text-start':
        this.#nameMessage({ type: 'text', text: '', ...defined({ providerMetadata: part.providerMetadata }) });
        return this.#begin(part);
      case 'reasoning-start':
        return this.#begin(part);
      case 'text-delta':
        return this.#told(this.#piece(part, 'text'), part.id);
      case 'reasoning-delta':
        return this.#told(this.#piece(part, 'reasoning'));
      case 'text-end':
        this.#open = undefined;
        return this.#told(this.#textEnd(part), part.id);
      case 'reasoning-end':
        this.#open = undefined;
        return this.#told(this.#reasoningEnd(part));
      case 'finish-step':
        return this.#finish(part);
      case 'error':
        throw part.error;
      case 'tool-call':
      case 'tool-result':
      case 'tool-error':
      case 'file':
      case 'reasoning-file':
      case 'source':
      case 'tool-approval-request':
      case 'custom':
        this.#nameMessage(part);
        return this.#told(contentsOf(part, this.#reading));
      default:
        return [];
    }
  }

  #nameMessage(part: Part): void {
    this.#messageId = this.#reading.messageId?.(part) ?? this.#messageId;
  }

  #begin({ id, providerMetadata: metadata }: Pick<Piece, 'id' | 'providerMetadata'>): [] {
    this.#growing.set(id, { text: '', metadata, messageId: this.#messageId });
    this.#open = id;
    return [];
  }

  #piece({ id, text, providerMetadata }: Piece, type: 'text' | 'reasoning'): Content[] {
    const growing = this.#growing.get(id);
    if (growing) {
      growing.text += text;
      growing.metadata = providerMetadata ?? growing.metadata;
    }
    if (type === 'text') {
      // What a column reads as something else is told whole, at its end.
      if (growing && this.#ownText(growing.text, growing.metadata)) return [];
      this.#reading.heard?.(text);
    }
    return text === '' ? [] : [{ type, text }];
  }

  /** What a text stands for that the column reads otherwise than a text. */
  #ownText(text: string, metadata: unknown): Content[] | undefined {
    if (metadata === undefined) return undefined;
    return this.#reading.ownText?.({ type: 'text', text, providerMetadata: metadata as ProviderMetadata });
  }

  /** Citations stand in a piece of their own, so that they are joined with the words; the whole text in another, which never is. */
  #textEnd({ id, citations, providerMetadata }: Extract<StreamPart, { type: 'text-end' }>): Content[] {
    const { text, metadata } = this.#growing.get(id) ?? { text: '', metadata: undefined };
    const whole = providerMetadata ?? metadata;
    if (whole === undefined) return [];
    const own = this.#ownText(text, whole);
    if (own) return own;
    // Where texts are told in turns, no place in one of them is a place in what was told.
    const start = this.#run < text.length ? undefined : this.#run - text.length;
    const cited = { ...defined({ citations }), providerMetadata: whole as ProviderMetadata, text };
    const annotations = citationsOf(cited, this.#reading).map((citation) => placed(citation, start, this.#run));
    return [
      ...(annotations.length > 0 ? [{ type: 'text' as const, text: '', annotations }] : []),
      { type: 'text', text: '', rawRepresentation: plain({ type: 'text', text, citations, providerMetadata: whole }) },
      ...(this.#reading.besideText?.(ownOf(whole, this.#reading)) ?? []),
    ];
  }

  #reasoningEnd({ id, providerMetadata }: Extract<StreamPart, { type: 'reasoning-end' }>): Content[] {
    const { text, metadata } = this.#growing.get(id) ?? { text: '', metadata: undefined };
    const whole = { type: 'reasoning', text, providerMetadata: providerMetadata ?? metadata };
    return [
      defined({
        type: 'reasoning' as const,
        text: '',
        protectedData: this.#reading.protectedData?.(ownOf(whole.providerMetadata, this.#reading)),
        rawRepresentation: plain(whole),
      }),
    ];
  }

  #finish(part: Extract<StreamPart, { type: 'finish-step' }>): ChatResponseUpdate[] {
    return [
      {
        contents: this.#reading.refusal?.(part) ?? [],
        ...answeredBy(part),
        ...defined({ conversationId: this.#reading.conversationId?.(part) }),
        usage: usageOf(part),
        finishReason: finishReasonOf(part, this.#reading),
      },
    ];
  }

  /** @param id of the text that they are of */
  #told(contents: readonly Content[], id = ''): ChatResponseUpdate[] {
    for (const content of contents) {
      const joins = content.type === 'text' && content.rawRepresentation === undefined;
      this.#run = joins ? this.#run + content.text.length : 0;
    }
    if (contents.length === 0) return [];
    const { messageId } = this.#growing.get(id) ?? { messageId: this.#messageId };
    return [defined({ role: 'assistant' as const, messageId, contents: [...contents] })];
  }
}

/** Where in the words that were told a citation is, which is about all of its text where it says no place. */
function placed({ startIndex, endIndex, ...citation }: Citation, start: number | undefined, end: number): Citation {
  if (start === undefined) return citation;
  return {
    ...citation,
    startIndex: startIndex === undefined ? start : start + startIndex,
    endIndex: endIndex === undefined ? end : start + endIndex,
  };
}

/** Another text than the one that is being told. */
const waits = (part: StreamPart, open: string): boolean =>
  /^(text|reasoning)-(start|delta|end)$/.test(part.type) && (part as Piece).id !== open;

type Piece = Extract<StreamPart, { type: 'text-delta' | 'reasoning-delta' }>;

// Warnings are returned; the library would also print them. Documented in its "Warnings" reference.
globalThis.AI_SDK_LOG_WARNINGS = false;

export function clientOf(column: Column, settings: ClientSettings): ChatClient {
  const failed = (error: unknown) => contractError(error, column.words, secretOf(settings.credentials));

  return {
    async getResponse(messages: readonly ChatMessage[], options: ChatOptions = {}, { signal } = {}) {
      const limit = withTimeout(settings.timeout, signal);
      try {
        const { finalStep } = await generateText({ ...column.call(messages, options), abortSignal: limit.signal });
        return response(finalStep, options, column);
      } catch (error) {
        throw limit.reached() ?? failed(error);
      }
    },

    async *getStreamingResponse(
      messages: readonly ChatMessage[],
      options: ChatOptions = {},
      { signal }: CallContext = {},
    ) {
      const reader = new StreamReader(column.reading(options));
      const limit = withTimeout(settings.timeout, signal);
      let begun = false;
      let asked = false;
      try {
        const call = column.call(messages, options);
        const warnings = column.unsupported(options);
        if (warnings.length > 0) yield { contents: [], warnings };
        // Errors come as parts of the stream.
        const result = streamText({ ...call, abortSignal: limit.signal, onError: () => {} });
        for await (const part of result.stream) {
          // Of what had arrived by then nothing more is told.
          limit.demand();
          begun ||= part.type === 'start-step';
          // What the library refuses to send comes as a part of the stream; the stream itself fails with the answer.
          asked = begun || part.type !== 'error';
          yield* reader.read(part);
        }
        limit.demand();
        // Rejects where the stream ended before its step did.
        await result.finalStep;
      } catch (error) {
        // What the library, or what it is built on, stumbled over by then was the answer.
        throw limit.reached() ?? failed(asked && isBare(error) ? error.name : error);
      } finally {
        limit.release();
      }
    },

    /** The bridge creates nothing that stays with the provider. */
    async close() {},
  };
}

/** Neither of the library nor of the contract. */
const isBare = (error: unknown): error is Error =>
  error instanceof Error && !AISDKError.isInstance(error) && !isContractError(error);

/** A step as one response. */
function response(step: StepResult<ToolSet>, options: ChatOptions, column: Column): ChatResponse {
  const reading = column.reading(options);
  const wholeId = reading.wholeMessageId?.(step);
  // As of a stream: a part that names another message begins it, and thoughts in several parts are one.
  const { messages } = foldUpdates([
    ...step.content.map((part, i) => {
      const messageId = reading.messageId?.(part) ?? wholeId;
      return defined({
        role: 'assistant' as const,
        contents: contentsOf(part, reading, step.content[i + 1]),
        messageId,
      });
    }),
    { contents: reading.refusal?.(step) ?? [] },
  ]);
  return {
    messages,
    ...answeredBy(step),
    ...defined({ conversationId: reading.conversationId?.(step) }),
    finishReason: finishReasonOf(step, reading),
    usage: usageOf(step),
    warnings: [...column.unsupported(options), ...warningsOf(step.warnings)],
    rawRepresentation: plain(step.providerMetadata),
  };
}
