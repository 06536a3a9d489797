/** Parts of a stream of the library as updates. */
import type { TextStreamPart, ToolSet } from 'ai';
import type { ChatResponseUpdate, Content } from '../../../spec/contract/index.ts';
import { citationsOf, contentsOf, ownOf, type Part, type Reading } from './contents.ts';
import { defined } from './defined.ts';
import { plain } from './json.ts';
import { answeredBy, finishReasonOf, type StepEnd, usageOf, warningsOf } from './step.ts';

type StreamPart = TextStreamPart<ToolSet>;

/** A text or a piece of reasoning while it grows. */
interface Growing {
  text: string;
  metadata: unknown;
}

/** Reads the steps of one call, one after the other. */
export class StreamReader {
  #growing = new Map<string, Growing>();
  #messageId: string | undefined;
  /** Length of the text that the pieces told last make together. */
  #run = 0;
  readonly #reading: Reading;
  /** How the step ended that was read last. */
  end: StepEnd | undefined;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** @throws whatever the library reports as an error of the stream */
  read(part: StreamPart): ChatResponseUpdate[] {
    switch (part.type) {
      case 'start-step':
        return part.warnings.length > 0 ? [{ contents: [], warnings: warningsOf(part.warnings) }] : [];
      case 'text-start':
      case 'reasoning-start':
        this.#growing.set(part.id, { text: '', metadata: part.providerMetadata });
        return [];
      case 'text-delta':
        return this.#told(this.#piece(part, 'text'));
      case 'reasoning-delta':
        return this.#told(this.#piece(part, 'reasoning'));
      case 'text-end':
        return this.#told(this.#textEnd(part));
      case 'reasoning-end':
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
      case 'custom':
        this.#nameMessage(part);
        return this.#told(contentsOf(part, this.#reading));
      default:
        return [];
    }
  }

  /** Later steps of the call go on with the same message. */
  #nameMessage(part: Part): void {
    this.#messageId ??= this.#reading.messageId?.(part);
  }

  #piece({ id, text, providerMetadata }: Piece, type: 'text' | 'reasoning'): Content[] {
    const growing = this.#growing.get(id);
    if (growing) {
      growing.text += text;
      growing.metadata = providerMetadata ?? growing.metadata;
    }
    return text === '' ? [] : [{ type, text }];
  }

  /** Citations stand in a piece of their own, so that they are joined with the words; the whole text in another, which never is. */
  #textEnd({ id, citations, providerMetadata }: Extract<StreamPart, { type: 'text-end' }>): Content[] {
    const { text, metadata } = this.#growing.get(id) ?? { text: '', metadata: undefined };
    const whole = providerMetadata ?? metadata;
    if (whole === undefined) return [];
    const span = { startIndex: this.#run - text.length, endIndex: this.#run };
    const annotations = citationsOf(citations, this.#reading).map((citation) => ({ ...citation, ...span }));
    return [
      ...(annotations.length > 0 ? [{ type: 'text' as const, text: '', annotations }] : []),
      { type: 'text', text: '', rawRepresentation: plain({ type: 'text', text, citations, providerMetadata: whole }) },
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
    this.#growing.clear();
    this.end = part;
    const isPaused = this.#reading.isPaused?.(part);
    const finishReason = finishReasonOf(part, isPaused);
    return [
      {
        contents: this.#reading.refusal?.(part) ?? [],
        ...answeredBy(part),
        usage: usageOf(part),
        ...(isPaused ? {} : { finishReason }),
      },
    ];
  }

  #told(contents: readonly Content[]): ChatResponseUpdate[] {
    for (const content of contents) {
      const joins = content.type === 'text' && content.rawRepresentation === undefined;
      this.#run = joins ? this.#run + content.text.length : 0;
    }
    if (contents.length === 0) return [];
    return [defined({ role: 'assistant' as const, messageId: this.#messageId, contents: [...contents] })];
  }
}

type Piece = Extract<StreamPart, { type: 'text-delta' | 'reasoning-delta' }>;
