import type { Exchange, HttpRequest } from '../../recordings/format/exchange.ts';
import type { ChatMessage, ChatOptions } from '../contract/index.ts';
import type { Reading, Unread } from '../facts/fact.ts';

/** A request, read back into the words of the contract. */
export interface RequestReading {
  readonly messages: readonly ChatMessage[];
  readonly options: ChatOptions;
  /** Wire path of every message, content and tool above, from the exchange on (`request.body.messages[0]`), by the object. */
  readonly paths: ReadonlyMap<object, string>;
  readonly unread: readonly Unread[];
}

/**
 * Reads one provider's own wire, independently of every adapter: the judge must not share its reading with the judged.
 * A reader never throws on strange content; what it does not understand is listed as unread.
 */
export interface WireReader {
  readonly providerApi: string;
  /** How a request says that the application's function failed: by a flag of its own, or only in the result's text. */
  readonly toolErrors: 'flag' | 'text';
  /** What the answers of one client call say: polls folded, what earlier turns said dropped. */
  readResponses(exchanges: readonly Exchange[]): Reading;
  /** What a request declares, asks and sends back. */
  readRequest(request: HttpRequest): RequestReading;
}
