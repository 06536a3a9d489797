import {
  downloadedText,
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  type LostAnswer,
  type UnexpectedRequest,
} from '../format/exchange.ts';
import type { Signer } from '../scrub/request-identity.ts';
import type { ScrubbedRequest } from '../scrub/scrub.ts';
import type { CassetteSelection } from './cassette-selection.ts';

/**
 * What happens to answers on their way: to the n-th, from 0. What arrives is what was on the wire; `nothing` never does. Where
 * it throws, the caller gets what it throws as a network error.
 */
export type ResponseFault = (response: HttpResponse, nth: number) => HttpResponse | 'nothing';

/**
 * What answers the n-th request, from 0, before its recording does, which is not used up by it; nothing, where that does. It is asked
 * again for every request until then.
 */
export type ResponseOverride = (nth: number, request: HttpRequest) => Omit<Exchange, 'request'> | undefined;

/** The error that the service answers a request with, whatever was recorded; nothing, where the recorded answer is one to it. */
export type Rejecting = (asked: Pick<Exchange, 'operation' | 'request'>) => HttpResponse | undefined;

/** The recorded answer as the service gives it to this request. */
export type Narrowing = (exchange: Exchange) => HttpResponse;

/** A response as it travels to the caller, where that is not the form in which it was recorded. */
export type Framing = (response: HttpResponse) => HttpResponse;

/** The media type of a file whose URL the caller gave; nothing for other URLs. */
export type Downloadable = (url: string) => string | undefined;

/**
 * The answer to a request, which may take its time. What it throws, the caller gets as a network error.
 *
 * @param signer whose credentials it carries
 */
export type Answering = (request: ScrubbedRequest, signer: Signer) => HttpResponse | Promise<HttpResponse>;

/** How an answer is lost of which a part arrived. */
const truncatedResponse = { reset: 'its response was truncated', never: 'its response stalled' } as const;

/** A deck being played to requests, whichever line they come on: what was answered with what, and what could not be. */
export class Playback {
  readonly exchanges: Exchange[] = [];
  readonly unexpected: UnexpectedRequest[] = [];
  /** Requests whose answers were lost on their way. */
  readonly lost: LostAnswer[] = [];
  /** Of each request, in their order, whose credentials it carried. */
  readonly signers: Signer[] = [];
  readonly #deck: CassetteSelection;
  readonly #onTheWay: ResponseFault;
  readonly #inFront: ResponseOverride;
  readonly #rejecting: Rejecting;
  readonly #downloadable: Downloadable;
  readonly #narrowing: Narrowing;
  readonly #framing: Framing | undefined;
  #answers = 0;
  readonly #never = Promise.withResolvers<never>();

  constructor(
    deck: CassetteSelection,
    onTheWay: ResponseFault = (response) => response,
    inFront: ResponseOverride = () => undefined,
    rejecting: Rejecting = () => undefined,
    downloadable: Downloadable = () => undefined,
    narrowing: Narrowing = ({ response }) => response,
    framing?: Framing,
  ) {
    this.#deck = deck;
    this.#onTheWay = onTheWay;
    this.#inFront = inFront;
    this.#rejecting = rejecting;
    this.#downloadable = downloadable;
    this.#narrowing = narrowing;
    this.#framing = framing;
    this.#never.promise.catch(() => {});
  }

  /** @throws {UnansweredRequestError} the cassette has no answer. */
  answer(request: ScrubbedRequest, signer: Signer): HttpResponse | Promise<HttpResponse> {
    this.signers.push(signer);
    const mediaType = request.method === 'GET' ? this.#downloadable(request.url) : undefined;
    if (mediaType !== undefined) {
      this.unexpected.push({ request, reason: 'it downloads a file of the caller', isDownload: true });
      return { status: 200, headers: [['content-type', mediaType]], body: { text: downloadedText(request.url) } };
    }
    const first = this.#inFront(this.#answers, request);
    if (first) {
      this.exchanges.push({ ...first, request });
      return first.response;
    }
    const answer = this.#deck.take(request);
    if ('reason' in answer) {
      this.unexpected.push({ request, reason: answer.reason });
      throw new UnansweredRequestError(`${request.method} ${request.url} has no response: ${answer.reason}`);
    }
    // A recorded error may be the very one.
    const rejection = answer.response.status < 300 ? this.#rejecting({ ...answer, request }) : undefined;
    if (rejection) {
      this.exchanges.push({ ...answer, response: rejection, request, isRejected: true });
      return rejection;
    }
    const response = this.#arriving(this.#narrowing({ ...answer, request }), request);
    if (response === 'nothing') return this.#never.promise;
    // How it is cut is not what was said.
    const { cuts, ...said } = response;
    const framed = this.#framing?.(response);
    const arrived = framed ? { arrived: framed } : {};
    this.exchanges.push({ ...answer, response: cuts ? said : response, ...arrived, request });
    return framed ?? response;
  }

  /** The case is over: whoever still waits for an answer that never comes is told so. */
  end(reason: unknown): void {
    this.#never.reject(reason);
  }

  #arriving(response: HttpResponse, request: ScrubbedRequest): HttpResponse | 'nothing' {
    try {
      const arriving = this.#onTheWay(response, this.#answers++);
      const how = arriving === 'nothing' ? 'no response arrived' : arriving.ends && truncatedResponse[arriving.ends];
      if (how) this.lost.push({ request, how });
      return arriving;
    } catch (error) {
      this.lost.push({ request, how: 'the connection failed' });
      throw error;
    }
  }

  /** See {@link CassetteSelection.unconsumed}. */
  unconsumed(elsewhere?: readonly Exchange[]): string[] {
    return this.#deck.unconsumed(elsewhere);
  }
}

/** What the caller of `fetch` gets where a cassette has no answer. A `TypeError`, as for any failure of the network. */
class UnansweredRequestError extends TypeError {
  readonly code = 'ERR_NOT_RECORDED';
}
