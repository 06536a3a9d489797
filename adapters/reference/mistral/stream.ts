/** From the events of a stream to updates. Pure: it reads any iterable of events. Source: `ConversationEvents`. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { type ChatResponseUpdate, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { providerError } from '../shared/mistral/errors.ts';
import { conversationId, finishReason, messageIdOf, modelOf, usageDetails } from './response.ts';
import { GrowingEntry, isOfEntry } from './stream-entry.ts';

/**
 * @param isKept whether Mistral was asked, or left, to keep the conversation
 * @throws WireError when the stream is not what the API promises, above all when it ends before its response is over
 * @throws ProviderError for an error inside the stream
 */
export async function* updatesFromEvents(
  events: AsyncIterable<unknown>,
  isKept: boolean,
): AsyncGenerator<ChatResponseUpdate> {
  const reader = new StreamReader(isKept);
  for await (const event of events) yield* reader.read(event);
  reader.end();
}

class StreamReader {
  readonly #isKept: boolean;
  /** In the order of the outputs. The contents of each wait until all before it have said what they have to say. */
  readonly #entries: GrowingEntry[] = [];
  #over = false;

  constructor(isKept: boolean) {
    this.#isKept = isKept;
  }

  read(event: unknown): ChatResponseUpdate[] {
    if (!isJsonObject(event) || typeof event.type !== 'string') {
      throw new WireError('An event of the stream is not a JSON object with a type.');
    }
    switch (event.type) {
      case 'conversation.response.started': {
        const id = conversationId(event, this.#isKept);
        return [defined({ contents: [], conversationId: id, rawRepresentation: event })];
      }
      case 'conversation.response.error':
        throw providerError(event);
      case 'conversation.response.done':
        return this.#finish(event);
      default:
        if (!isOfEntry(event)) return [{ contents: [], rawRepresentation: event }];
        this.#entry(event).take(event);
        return this.#release(event);
    }
  }

  end(): void {
    if (!this.#over) throw new WireError('The stream of Mistral ended before its response was over.');
  }

  /** The entry that an event is about; a new one where no event spoke of it before. */
  #entry(event: JsonObject): GrowingEntry {
    const last = this.#entries.at(-1);
    const index = typeof event.output_index === 'number' ? event.output_index : (last?.index ?? 0);
    const known = this.#entries.find((entry) => entry.index === index);
    if (known) return known;
    const entry = new GrowingEntry(index);
    this.#entries.push(entry);
    this.#entries.sort((a, b) => a.index - b.index);
    return entry;
  }

  #release(event: JsonObject): ChatResponseUpdate[] {
    const updates: ChatResponseUpdate[] = [];
    for (const [i, entry] of this.#entries.entries()) {
      const next = this.#entries[i + 1];
      // Nothing says that a text is over, but that something else begins.
      if (this.#over || (next && entry.endsWithTheNext)) entry.close();
      const contents = entry.release();
      if (contents.length > 0) {
        const identity = { messageId: messageIdOf(entry.members), modelId: modelOf(entry.members) };
        updates.push(defined({ role: 'assistant' as const, contents, ...identity, rawRepresentation: event }));
      }
      if (!entry.isWhole) break;
    }
    return updates;
  }

  #finish(event: JsonObject): ChatResponseUpdate[] {
    this.#over = true;
    const released = this.#release(event);
    const last = {
      contents: [],
      finishReason: finishReason(this.#entries.map(({ members }) => members)),
      usage: usageDetails(event.usage),
      rawRepresentation: event,
    };
    return [...released, defined(last)];
  }
}
