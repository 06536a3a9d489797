/** Pieces of a message of the library as updates. */
import type { AIMessageChunk } from '@langchain/core/messages';
import { concat } from '@langchain/core/utils/stream';
import type { ChatResponseUpdate, Citation, Content } from '../../../spec/contract/index.ts';
import { contentsOf, type Reading, wholeContentsOf } from './contents.ts';
import { defined } from './defined.ts';

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
export class StreamReader {
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
