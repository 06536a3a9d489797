/** Pieces of a message of the library as updates. */
import type { AIMessageChunk } from '@langchain/core/messages';
import { concat } from '@langchain/core/utils/stream';
import type { ChatResponseUpdate, Content } from '../../../spec/contract/index.ts';
import { contentsOf, type Reading, wholeContentsOf } from './contents.ts';
import { defined } from './defined.ts';
import { text } from './json.ts';

/**
 * Reads one message. The library's way to know what was said is to join its pieces, so that each piece is told by what it adds to
 * the message: words at once, anything else when something of another kind follows it.
 */
export class StreamReader {
  readonly #reading: Reading;
  readonly #messageId: string | undefined;
  #whole: AIMessageChunk | undefined;
  /** How much was told of each content: characters, or 1 of what has none. */
  readonly #told: number[] = [];
  /** Contents that are told to their end. */
  #ended = 0;
  /** Length of the text that the pieces told last make together. */
  #run = 0;

  /** @param messageId of an earlier message that this one goes on with */
  constructor(reading: Reading, messageId?: string) {
    this.#reading = reading;
    this.#messageId = messageId;
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
    const news = contents.flatMap((content, at) => this.#grown(content, at));
    while (this.#ended < contents.length && (isOver || isFollowed(contents, this.#ended))) {
      const content = contents[this.#ended] as Content;
      news.push(...this.#ending(content, this.#ended));
      this.#ended += 1;
      const next = contents[this.#ended];
      if (next) news.push(...this.#grown(next, this.#ended));
    }
    if (news.length === 0) return [];
    return [
      defined({ role: 'assistant' as const, messageId: this.#messageId ?? text(this.#whole?.id), contents: news }),
    ];
  }

  /** Words that are new; those of a later content wait until the one before it is told. */
  #grown(content: Content, at: number): Content[] {
    if ((content.type !== 'text' && content.type !== 'reasoning') || at > this.#ended) return [];
    const piece = content.text.slice(this.#told[at] ?? 0);
    this.#told[at] = content.text.length;
    if (piece === '') return [];
    this.#run = content.type === 'text' ? this.#run + piece.length : 0;
    return [{ type: content.type, text: piece }];
  }

  /** Citations stand in a piece of their own, with their place in the words that the pieces make together. */
  #ending(content: Content, at: number): Content[] {
    if (content.type === 'text') {
      if (!content.annotations) return [];
      const start = this.#run - content.text.length;
      const annotations = content.annotations.map((citation) => ({
        ...citation,
        startIndex: start + (citation.startIndex ?? 0),
        endIndex: start + (citation.endIndex ?? content.text.length),
      }));
      return [{ type: 'text', text: '', annotations }];
    }
    this.#run = 0;
    if (content.type !== 'reasoning') {
      this.#told[at] = 1;
      return [content];
    }
    const { protectedData } = content;
    return protectedData === undefined ? [] : [{ type: 'reasoning', text: '', protectedData }];
  }
}

/** Calls may grow side by side, so that one alone does not end another. */
const isFollowed = (contents: readonly Content[], at: number): boolean =>
  contents.slice(at + 1).some(({ type }) => type !== contents[at]?.type || type === 'text' || type === 'reasoning');
