import type { Exchange, HttpResponse, UnexpectedRequest } from '../format/exchange.ts';
import type { ScrubbedRequest } from '../scrub/scrub.ts';
import type { Deck } from './deck.ts';

/** A deck being played to requests, whichever line they come on: what was answered with what, and what could not be. */
export class Playback {
  readonly exchanges: Exchange[] = [];
  readonly unexpected: UnexpectedRequest[] = [];
  readonly #deck: Deck;

  constructor(deck: Deck) {
    this.#deck = deck;
  }

  /** @throws {UnansweredRequestError} the cassette has no answer. */
  answer(request: ScrubbedRequest): HttpResponse {
    const answer = this.#deck.take(request);
    if ('reason' in answer) {
      this.unexpected.push({ request, reason: answer.reason });
      throw new UnansweredRequestError(`${request.method} ${request.url} is not answered: ${answer.reason}`);
    }
    this.exchanges.push({ ...answer, request });
    return answer.response;
  }

  /** See {@link Deck.unconsumed}. */
  unconsumed(): string[] {
    return this.#deck.unconsumed();
  }
}

/** What the caller of `fetch` gets where a cassette has no answer. A `TypeError`, as for any failure of the network. */
class UnansweredRequestError extends TypeError {
  readonly code = 'ERR_NOT_RECORDED';
}
