import { canonicalJson } from '../../lib/canonical-json.ts';
import { memoize } from '../../lib/memoize.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Operation } from '../../matrix/schema.ts';
import type { Cassette, CassetteEntry } from '../format/cassette.ts';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  type WireTransport,
} from '../format/exchange.ts';
import { type ScrubbedRequest, scrubRequest } from '../scrub/scrub.ts';
import { type Classified, classify, membersOf } from './match-request.ts';

/** Answers to the requests of one operation that want one transport, in recorded order. */
interface Reel {
  readonly operation: Operation;
  readonly transport: WireTransport;
  readonly answers: { readonly index: number; readonly request: HttpRequest; readonly response: HttpResponse }[];
  used: number;
  repeated: number;
}

/** What the tape says to a request: the recorded answer, or why there is none. */
export type Answer =
  | { readonly operation: string; readonly transport: WireTransport; readonly response: HttpResponse }
  | { readonly reason: string };

/** How often the last answer of a `poll` operation is given again before the tape calls it an endless loop. */
const pollLimit = 50;

/**
 * A cassette being played: a place in it for every operation and transport.
 *
 * The n-th request of an operation and transport gets the n-th answer recorded for them; requests of different operations
 * may come in any order, as parallel calls do. `poll` operations repeat their last answer; `optional` ones need not be
 * asked for; all others exactly once. What a request says in its body is judged elsewhere.
 */
export class ResponseQueue {
  readonly #reels = new Map<string, Reel>();
  readonly #operations: readonly Operation[];
  readonly #baseUrl: string | undefined;

  /** @throws {UserError} an entry is none of the operations, or its answer does not come as its request asks. */
  constructor(cassette: Cassette, operations: readonly Operation[], baseUrl?: string) {
    this.#operations = operations;
    this.#baseUrl = baseUrl;
    for (const { asked, index, request, response } of assigned(cassette, operations, baseUrl)) {
      const key = reelKey(asked);
      const reel = this.#reels.get(key) ?? { ...asked, answers: [], used: 0, repeated: 0 };
      reel.answers.push({ index, request, response });
      this.#reels.set(key, reel);
    }
  }

  /** The next answer to a request; a stream request is never given a JSON answer, or the reverse. */
  take(request: ScrubbedRequest): Answer {
    const asked = classify(request, this.#operations, this.#baseUrl);
    if ('reason' in asked) return asked;
    const reel = this.#reels.get(reelKey(asked));
    if (!reel) return { reason: this.#notRecorded(asked) };
    const answer = reel.answers[Math.min(reel.used, reel.answers.length - 1)];
    if (!answer) throw new Error('a reel without answers');
    if (reel.used < reel.answers.length) reel.used += 1;
    else if (asked.operation.poll && reel.repeated < pollLimit) reel.repeated += 1;
    else return { reason: usedUp(reel) };
    return { operation: asked.operation.id, transport: asked.transport, response: answer.response };
  }

  /**
   * What nobody asked for, as operation and place in the cassette; `optional` operations are not missed.
   *
   * @param elsewhere what was asked in another conversation of the same client: of `shared` operations, what one of them made for both, the
   *   other need not make again
   */
  unconsumed(elsewhere: readonly Pick<Exchange, 'operation' | 'request'>[] = []): string[] {
    const isMadeElsewhere = ({ id, shared }: Operation, request: HttpRequest) =>
      shared && elsewhere.some((each) => madeBy(each.operation, each.request) === madeBy(id, request));
    return [...this.#reels.values()]
      .filter(({ operation }) => !operation.optional)
      .flatMap((reel) => reel.answers.slice(reel.used).map((answer) => ({ ...answer, reel })))
      .filter(({ reel, request }) => !isMadeElsewhere(reel.operation, request))
      .sort((a, b) => a.index - b.index)
      .map(({ index, reel }) => `${nameOf(reel)}, entry ${index + 1}`);
  }

  #notRecorded(asked: Classified): string {
    const reels = [...this.#reels.values()];
    const other = reels.find(({ operation }) => operation.id === asked.operation.id);
    if (other) return `${nameOf(asked)} is not recorded; the cassette has ${nameOf(other)} (${usage(other)})`;
    const all = reels.map((reel) => `${nameOf(reel)} (${usage(reel)})`).join(', ');
    return `${nameOf(asked)} is not recorded; the cassette has ${all || 'nothing'}`;
  }
}

/** What two requests that make the same thing have in common; a path may hold the name that an adapter gives it. */
const madeBy = (operation: string, { body }: HttpRequest): string =>
  `${operation} ${canonicalJson(body && membersOf(body))}`;

/** An entry of a cassette with what its request asks for. */
interface Assigned {
  readonly asked: Classified;
  readonly index: number;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/** What the entries of a cassette are to some operations. A recording is put on some dozen tapes. */
const known = memoize((_: Cassette) =>
  memoize((_: readonly Operation[]) => new Map<string | undefined, readonly Assigned[]>()),
);

/** @throws {UserError} an entry is none of the operations, or its answer does not come as its request asks. */
function assigned(
  cassette: Cassette,
  operations: readonly Operation[],
  baseUrl: string | undefined,
): readonly Assigned[] {
  const byBase = known(cassette)(operations);
  const entries =
    byBase.get(baseUrl) ?? cassette.entries.map((entry, index) => assignedEntry(entry, index, operations, baseUrl));
  byBase.set(baseUrl, entries);
  return entries;
}

function assignedEntry(
  { request, response }: CassetteEntry,
  index: number,
  operations: readonly Operation[],
  baseUrl: string | undefined,
): Assigned {
  const asked = classify(scrubRequest(request), operations, baseUrl);
  const where = `entry ${index + 1} of the cassette`;
  if ('reason' in asked) throw new UserError(asked.reason, { where });
  const problem = contradiction(asked, response);
  if (problem) throw new UserError(problem, { where });
  return { asked, index, request, response };
}

/**
 * The exchanges of a cassette that whoever plays it makes: those of `optional` operations are not counted on.
 *
 * @throws {UserError} an entry is none of the operations, or its answer does not come as its request asks.
 */
export const exchangesOn = (
  cassette: Cassette,
  operations: readonly Operation[],
  baseUrl: string | undefined,
): readonly Exchange[] =>
  assigned(cassette, operations, baseUrl).flatMap(({ asked: { operation, transport }, index, response }) => {
    const request = cassette.entries[index]?.request;
    return operation.optional || !request ? [] : [{ operation: operation.id, transport, request, response }];
  });

const reelKey = ({ operation, transport }: Classified): string => `${operation.id} ${transport}`;

const nameOf = ({ operation, transport }: Classified): string => `${operation.id} by ${transport}`;

const usage = ({ answers, used }: Reel): string => `${answers.length} recorded, ${used} used`;

function usedUp(reel: Reel): string {
  const bound = reel.operation.poll ? `, the last one ${pollLimit} times more` : '';
  return `${nameOf(reel)} is used up: ${usage(reel)}${bound}`;
}

const contentTypes = {
  sse: 'text/event-stream',
  eventstream: 'application/vnd.amazon.eventstream',
} as const;

/** SDKs take the wrong kind of answer in silence, so a cassette that has one is refused. Errors are always JSON. */
function contradiction({ transport }: Classified, response: HttpResponse): string | undefined {
  const type = headerOf(response, 'content-type') ?? '';
  // A page of whoever stands in between is no answer of the API, of either kind.
  if (response.status >= 300 || type.startsWith('text/html')) return undefined;
  const comesAs = Object.values(contentTypes).find((streaming) => type.startsWith(streaming));
  const expected = transport === 'json' ? undefined : contentTypes[transport];
  if (comesAs === expected) return undefined;
  return `the request asks for ${transport}, but the response has ${type === '' ? 'no content type' : `the content type ${type}`}`;
}
