/** One output item of a stream while it grows. */
import type { Json, JsonObject } from '../../../../files/canonical-json.ts';
import type { Citation, Content } from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import { list, text } from '../json.ts';
import { contentsOfItem, textOfReasoning } from './items.ts';
import { citations, refusals, type TextPart, textOfMessage, textParts } from './message-item.ts';

export class GrowingItem {
  readonly index: number;
  /** As its first event has it, until it is whole. */
  item: JsonObject;
  whole = false;
  /** What may be told as soon as all items before it are whole. */
  waiting: Content[] = [];
  #said = '';
  #reasons: Json | undefined;
  #annotations = new Map<Json | undefined, Json[]>();

  constructor(index: number, item: JsonObject) {
    this.index = index;
    this.item = item;
  }

  /** A piece of a message's text. */
  write(piece: Json | undefined): void {
    if (typeof piece !== 'string' || piece === '') return;
    this.#said += piece;
    this.waiting.push({ type: 'text', text: piece });
  }

  /** A piece of reasoning: of the summary or, where it has none, of the reasoning itself. */
  reason(type: Json | undefined, piece: Json | undefined): void {
    this.#reasons ??= type;
    if (type !== this.#reasons || typeof piece !== 'string' || piece === '') return;
    this.#said += piece;
    this.waiting.push({ type: 'reasoning', text: piece });
  }

  annotate(part: Json | undefined, annotation: Json | undefined): void {
    this.#annotations.set(part, [...(this.#annotations.get(part) ?? []), annotation ?? null]);
  }

  /** Takes the whole item and makes ready what is still to be said; of text and reasoning the words are already out. */
  close(item: JsonObject): void {
    this.item = item;
    this.whole = true;
    this.waiting.push(...this.#closing(item));
  }

  #closing(item: JsonObject): Content[] {
    switch (item.type) {
      case 'message':
        return this.#message(item);
      case 'reasoning':
        return [
          {
            type: 'reasoning',
            text: this.#rest(textOfReasoning(item)),
            // Said even where there is none, because it ends the block: the next item may be reasoning too.
            protectedData: text(item.encrypted_content) ?? '',
            rawRepresentation: item,
          },
        ];
      default:
        return contentsOfItem(item);
    }
  }

  /**
   * Citations come when the text is whole, because their indexes count from the beginning of what the pieces make together.
   * They stand in a piece of their own, and the item in another: a piece with an item is never joined with those before it.
   */
  #message(item: JsonObject): Content[] {
    const rest = this.#rest(textOfMessage(item));
    const annotations = this.#citations(item);
    const closing: Content[] =
      rest === '' && annotations.length === 0
        ? []
        : [
            defined({
              type: 'text' as const,
              text: rest,
              annotations: annotations.length > 0 ? annotations : undefined,
            }),
          ];
    const refused = refusals(item);
    const last: Content = refused.pop() ?? { type: 'text', text: '' };
    return [...closing, ...refused, { ...last, rawRepresentation: item }];
  }

  #citations(item: JsonObject): Citation[] {
    const { length } = textOfMessage(item);
    let before = 0;
    return (list(item.content) ?? []).flatMap((value, index) => {
      const [part] = textParts({ content: [value] });
      if (!part) return [];
      const start = before;
      before += part.text.length;
      const isAll = part.text.length === length;
      return citations(this.#annotated(part, index)).map((citation) =>
        isAll ? citation : moved(citation, start, part.text.length),
      );
    });
  }

  /** The whole item usually repeats the annotations that came one by one. */
  #annotated(part: TextPart, index: number): TextPart {
    return (list(part.annotations) ?? []).length > 0
      ? part
      : { ...part, annotations: this.#annotations.get(index) ?? [] };
  }

  /** What of the whole text no piece has said. */
  #rest(words: string): string {
    return words.startsWith(this.#said) ? words.slice(this.#said.length) : '';
  }
}

/** A citation without indexes is about its whole part, which here is a span of what all parts make together. */
function moved(citation: Citation, by: number, length: number): Citation {
  const { startIndex = 0, endIndex = length } = citation;
  return { ...citation, startIndex: startIndex + by, endIndex: endIndex + by };
}
