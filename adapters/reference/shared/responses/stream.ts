/** From the events of a stream to updates. Pure: it reads any iterable of events. */
import { isJsonObject, type Json, type JsonObject } from '../../../../lib/canonical-json.ts';
import { type ChatResponseUpdate, type Citation, type Content, WireError } from '../../../../spec/contract/index.ts';
import { defined, list, text } from '../json.ts';
import { providerError } from '../openai.ts';
import {
  citations,
  contentsOfItem,
  ending,
  failed,
  messageIdOf,
  refusals,
  type TextPart,
  textOfMessage,
  textOfReasoning,
  textParts,
} from './response.ts';

/**
 * @param kept whether OpenAI was asked, or left, to keep the conversation
 * @throws WireError when the stream is not what the API promises, above all when it ends before its response is over
 * @throws ProviderError for an error inside the stream
 */
export async function* updatesFromEvents(
  events: AsyncIterable<unknown>,
  kept: boolean,
): AsyncGenerator<ChatResponseUpdate> {
  const reader = new StreamReader(kept);
  for await (const event of events) yield* reader.read(event);
  reader.end();
}

class StreamReader {
  readonly #kept: boolean;
  /** In the order of the output. The contents of each wait until all before it are whole. */
  readonly #items: GrowingItem[] = [];
  #over = false;

  constructor(kept: boolean) {
    this.#kept = kept;
  }

  read(event: unknown): ChatResponseUpdate[] {
    if (!isJsonObject(event) || typeof event.type !== 'string') {
      throw new WireError('An event of the stream is not a JSON object with a type.');
    }
    switch (event.type) {
      case 'response.created':
        return [{ contents: [], ...identity(event.response), rawRepresentation: event }];
      case 'response.output_item.added':
        this.#item(event);
        return [];
      case 'response.output_text.delta':
        this.#item(event).write(event.delta);
        return this.#release(event);
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.#item(event).reason(event.type, event.delta);
        return this.#release(event);
      case 'response.output_text.annotation.added':
        this.#item(event).annotate(event.content_index, event.annotation);
        return [];
      case 'response.content_part.added':
        this.#spokenOf(event)?.beginPart();
        return [{ contents: [], rawRepresentation: event }];
      case 'response.output_item.done':
        if (!isJsonObject(event.item)) throw new WireError('The event "response.output_item.done" has no item.');
        this.#item(event).close(event.item);
        return this.#release(event);
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return this.#finish(event);
      case 'error':
        throw providerError(event);
      default:
        // Progress of a tool, or not known: passed on as it is.
        return [{ contents: [], rawRepresentation: event }];
    }
  }

  end(): void {
    if (!this.#over) throw new WireError('The stream of OpenAI ended before its response was over.');
  }

  /** The item that an event is about; a new one where no event spoke of it before. */
  #item(event: JsonObject): GrowingItem {
    const known = this.#spokenOf(event);
    if (known) return known;
    const next = (this.#items.at(-1)?.index ?? -1) + 1;
    const index = typeof event.output_index === 'number' ? event.output_index : next;
    const type = String(event.type).startsWith('response.reasoning') ? 'reasoning' : 'message';
    const begun = isJsonObject(event.item) ? event.item : defined({ type, id: text(event.item_id) });
    const item = new GrowingItem(index, begun);
    this.#items.push(item);
    this.#items.sort((a, b) => a.index - b.index);
    return item;
  }

  /** By its index. Servers of others, such as llama.cpp, send none: then by its id, and else the item begun last, unless it has ended. */
  #spokenOf(event: JsonObject): GrowingItem | undefined {
    const { output_index: index, item, item_id: id = isJsonObject(item) ? item.id : undefined } = event;
    if (typeof index === 'number') return this.#items.find((growing) => growing.index === index);
    const byId = this.#items.find((growing) => id !== undefined && growing.item.id === id);
    const last = this.#items.at(-1);
    const isNew = event.type === 'response.output_item.added' || last?.whole;
    return byId ?? (isNew ? undefined : last);
  }

  /** By its id; some servers give another id in the end, then by its place. */
  #known(item: JsonObject, index: number): GrowingItem | undefined {
    const alike = this.#items.filter((growing) => growing.item.type === item.type);
    const id = text(item.id);
    return (
      alike.find((growing) => id !== undefined && text(growing.item.id) === id) ??
      alike.find((growing) => growing.index === index)
    );
  }

  #free(index: number): number {
    const last = this.#items.at(-1);
    return last && this.#items.some((item) => item.index === index) ? last.index + 1 : index;
  }

  #release(event: JsonObject): ChatResponseUpdate[] {
    const updates: ChatResponseUpdate[] = [];
    for (const item of this.#items) {
      if (item.waiting.length > 0) {
        const messageId = messageIdOf(item.item);
        const update = { role: 'assistant' as const, contents: item.waiting, messageId, rawRepresentation: event };
        updates.push(defined(update));
        item.waiting = [];
      }
      if (!item.whole) break;
    }
    return updates;
  }

  /** The last event repeats the whole response; items of which no event told the end are taken from it. */
  #finish(event: JsonObject): ChatResponseUpdate[] {
    const { response } = event;
    if (!isJsonObject(response)) throw new WireError(`The event "${event.type}" has no response.`);
    failed(response);
    const output = (list(response.output) ?? []).filter(isJsonObject);
    for (const [index, item] of output.entries()) {
      const growing = this.#known(item, index) ?? this.#item({ output_index: this.#free(index), item });
      if (!growing.whole) growing.close(item);
    }
    // An item that the response does not count has said what it will say.
    for (const item of this.#items) item.whole = true;
    this.#over = true;
    const items = output.length > 0 ? output : this.#items.map(({ item }) => item);
    const last = {
      contents: [],
      ...identity(response),
      ...ending(response, items, this.#kept),
      rawRepresentation: event,
    };
    return [...this.#release(event), last];
  }
}

function identity(response: unknown): Pick<ChatResponseUpdate, 'responseId' | 'modelId'> {
  return isJsonObject(response) ? defined({ responseId: text(response.id), modelId: text(response.model) }) : {};
}

// One output item of a stream while it grows.

class GrowingItem {
  readonly index: number;
  /** As its first event has it, until it is whole. */
  item: JsonObject;
  whole = false;
  /** What may be told as soon as all items before it are whole. */
  waiting: Content[] = [];
  #said = '';
  #reasons: Json | undefined;
  #parts = 0;
  readonly #annotations = new Map<Json, Json[]>();

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

  beginPart(): void {
    this.#parts += 1;
  }

  /** @param part the part begun last where the event does not say which */
  annotate(part: Json = Math.max(0, this.#parts - 1), annotation: Json = null): void {
    this.#annotations.set(part, [...(this.#annotations.get(part) ?? []), annotation]);
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
