import type { Operation } from '../../matrix/schema.ts';
import type { Cassette } from '../format/cassette.ts';
import type { Exchange, WireTransport } from '../format/exchange.ts';
import type { ScrubbedRequest } from '../scrub/scrub.ts';
import { classify } from './match-request.ts';
import { type Answer, ResponseQueue } from './response-queue.ts';

/** One of the recordings that a conversation may be played from. */
export interface CassetteCandidate {
  /** How it answers the operations that have more than one transport. */
  readonly transport: WireTransport;
  /** Reads it, when it is needed. @throws {UserError} it is missing or malformed. */
  readonly open: () => Cassette;
}

/**
 * The recordings of one conversation, one per transport, of which one is played.
 *
 * Which one is the client's choice, and seen on the wire: the first request of an operation that has more than one transport
 * decides. What comes before, to operations with one transport, is answered too, and is used up in the recording that is
 * then decided for. A recording that is not there, or cannot be read, matters only where it is the one that is played.
 */
export class CassetteSelection<C extends CassetteCandidate = CassetteCandidate> {
  readonly #candidates: readonly [C, ...C[]];
  readonly #operations: readonly Operation[];
  readonly #baseUrl: string | undefined;
  readonly #opened = new Map<C, ResponseQueue | Error>();
  /** What was answered before the decision, and by which tape. */
  readonly #before: ScrubbedRequest[] = [];
  #answeredBefore: ResponseQueue | undefined;
  #decided: C | undefined;

  /** @param candidates the one that is played where nothing decides comes first */
  constructor(candidates: readonly [C, ...C[]], operations: readonly Operation[], baseUrl?: string) {
    this.#candidates = candidates;
    this.#operations = operations;
    this.#baseUrl = baseUrl;
    if (candidates.length === 1) this.#decided = candidates[0];
  }

  /**
   * A deck of one.
   *
   * @throws {UserError} see {@link ResponseQueue}.
   */
  static of(cassette: Cassette, operations: readonly Operation[], baseUrl?: string): CassetteSelection {
    const deck = new CassetteSelection([{ transport: 'json', open: () => cassette }], operations, baseUrl);
    const problem = deck.problem();
    if (problem) throw problem;
    return deck;
  }

  /** The recording that is played. */
  get played(): C {
    return this.#decided ?? this.#candidates[0];
  }

  /** Why the recording that is played cannot be: it is missing, malformed, or belongs to other operations. */
  problem(): Error | undefined {
    const tape = this.#open(this.played);
    return tape instanceof ResponseQueue ? undefined : tape;
  }

  /** The next answer to a request; see {@link ResponseQueue.take}. */
  take(request: ScrubbedRequest): Answer {
    if (this.#decided) return this.#answer(this.#open(this.#decided), request);
    const asked = classify(request, this.#operations, this.#baseUrl);
    if ('reason' in asked) return asked;
    if (asked.operation.transports.length === 1) return this.#answerBefore(request);
    const decided = this.#candidates.find(({ transport }) => transport === asked.transport) ?? this.#candidates[0];
    this.#decided = decided;
    return this.#catchUp(this.#open(decided)) ?? this.#answer(this.#open(decided), request);
  }

  /** What nobody asked the played recording for; see {@link ResponseQueue.unconsumed}. Empty where it cannot be played. */
  unconsumed(elsewhere?: readonly Exchange[]): string[] {
    const tape = this.#open(this.played);
    return tape instanceof ResponseQueue ? tape.unconsumed(elsewhere) : [];
  }

  /** Any candidate answers as long as none is decided for: the first that can be played. */
  #answerBefore(request: ScrubbedRequest): Answer {
    const tapes = this.#candidates.values().map((candidate) => this.#open(candidate));
    this.#answeredBefore ??= tapes.find((tape) => tape instanceof ResponseQueue);
    this.#before.push(request);
    return this.#answer(this.#answeredBefore ?? this.#open(this.#candidates[0]), request);
  }

  /** Uses up what was answered before the decision; returns why the tape could not have come this far, if so. */
  #catchUp(tape: ResponseQueue | Error): Answer | undefined {
    if (!(tape instanceof ResponseQueue) || tape === this.#answeredBefore) return undefined;
    const missed = this.#before.map((request) => tape.take(request)).find((answer) => 'reason' in answer);
    return missed && { reason: `the earlier requests are not in the same recording: ${missed.reason}` };
  }

  #answer(tape: ResponseQueue | Error, request: ScrubbedRequest): Answer {
    return tape instanceof ResponseQueue ? tape.take(request) : { reason: tape.message };
  }

  #open(candidate: C): ResponseQueue | Error {
    const opened = this.#opened.get(candidate) ?? this.#tapeOf(candidate);
    this.#opened.set(candidate, opened);
    return opened;
  }

  #tapeOf({ open }: C): ResponseQueue | Error {
    try {
      return new ResponseQueue(open(), this.#operations, this.#baseUrl);
    } catch (error) {
      return error as Error;
    }
  }
}
