import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientSettings } from '../../spec/contract/client.ts';
import { installClock } from '../clock/install.ts';
import { onVirtualClock, virtualClock } from '../clock/virtual-clock.ts';
import { firstBytes } from '../faults/response-parts.ts';
import { bytesOf } from '../format/body.ts';
import type { Exchange, HttpResponse, LostAnswer, UnexpectedRequest } from '../format/exchange.ts';
import { Signature, type Signer } from '../scrub/request-identity.ts';
import { overLoopback } from '../server/loopback-transport.ts';
import type { CassetteSelection } from './cassette-selection.ts';
import { inProcess } from './in-process.ts';
import { type InjectedDefect, withInjectedDefect } from './inject-adapter-defect.ts';
import {
  type Answering,
  type Downloadable,
  type Framing,
  type Narrowing,
  Playback,
  type Rejecting,
  type ResponseFault,
  type ResponseOverride,
} from './playback.ts';
import { inSession, type SessionOutcome } from './session.ts';
import { inFewChunks, piecesOf } from './stream-chunks.ts';
import type { TransportKind } from './transport-kinds.ts';

/** What a case sees of the wire while it runs. */
export interface Transport {
  /**
   * Settings for a client of this case. A client keeps the `fetch` that it finds when it is made, so it is made inside the
   * case. @throws {Error} the case has ended.
   */
  settings(): ClientSettings;
  /** What went over the wire so far, scrubbed, in order of request. */
  exchanges(): readonly Exchange[];
  /** Requests so far that the recording has no answer to. */
  unexpected(): readonly UnexpectedRequest[];
  /** Requests so far whose answers were lost on their way. */
  readonly lost?: () => readonly LostAnswer[];
  /** Of each request so far, whose credentials it carried. */
  readonly signers?: () => readonly Signer[];
  /** Holds answers back: each arrives when `hold`, which is told of every request, says so. */
  readonly holdAnswers?: (hold: () => Promise<void>) => void;
  /**
   * From here on counts answers that begin to arrive, and those of them that are still waited for. An answer of an adapter in another
   * process is not seen.
   *
   * @param isEndless the last byte of a stream never comes
   */
  readonly watchAnswers?: (isEndless: boolean) => () => WatchedAnswers;
  /**
   * Requests that are made in `act`, and in what it starts, are of the n-th of two conversations. Over a server: those from here on.
   */
  readonly inConversation?: <T>(nth: 0 | 1, act: () => T) => T;
  /** Requests do not say whose they are: of two conversations, one call is made at a time. */
  readonly isOneAtATime?: boolean;
  /** Aborted when the case ends. */
  readonly signal: AbortSignal;
}

export interface WatchedAnswers {
  readonly begun: number;
  readonly open: number;
}

export interface ReplayOptions {
  /** The recordings to play from; it is used up. */
  readonly deck: CassetteSelection;
  /** Those of another conversation that goes on at once. What it sends is answered, and not told. */
  readonly beside?: CassetteSelection | undefined;
  readonly settings: ClientSettings;
  /** How requests reach the recordings; in-process unless told. */
  readonly kind?: TransportKind;
  /** A defect between adapter and recordings; none unless told. */
  readonly tampering?: InjectedDefect;
  /** What happens to answers on their way; nothing unless told. */
  readonly onTheWay?: ResponseFault | undefined;
  /** What is answered before the recordings do; nothing unless told. */
  readonly inFront?: ResponseOverride | undefined;
  /** What the service rejects, whatever is recorded; nothing unless told. */
  readonly rejecting?: Rejecting | undefined;
  /** Files that an adapter may download; none unless told. */
  readonly downloadable?: Downloadable | undefined;
  /** What of a recorded answer a request gets; all of it unless told. */
  readonly narrowing?: Narrowing | undefined;
  /** How responses travel; as recorded unless told. */
  readonly framing?: Framing | undefined;
  /** Whether streams come in few chunks, where it matters little how they are cut; no unless told. */
  readonly inFewChunks?: boolean | undefined;
  /** What no request may carry, in whatever header: what surrounds the process. Nothing unless told. */
  readonly strangers?: readonly string[];
  /** How long the case may take in real time, in milliseconds; a minute unless told. In-process it runs on a virtual clock instead. */
  readonly timeLimit?: number;
}

/** What came of a case, besides what it returned. The same whatever the kind of transport. */
export interface Replayed<T> extends SessionOutcome<T> {
  readonly exchanges: readonly Exchange[];
  readonly unexpected: readonly UnexpectedRequest[];
  /** Recorded exchanges that nobody asked for: operation and place in the cassette. */
  readonly unconsumed: readonly string[];
}

/**
 * Plays recordings to whatever `use` does, over `fetch` and `node:http`. The only creator of replaying transports: it cleans
 * up whether `use` returns, throws or hangs, and leaves this process as it was.
 *
 * A request that they do not answer fails as the network would, and is listed.
 *
 * @throws {HangError | TimeLimitError} `use` did not come to an end.
 * @throws {UserError} the recording that was needed is missing, malformed or belongs to other operations; whatever `use` did.
 * @throws {Error} another transport is open in this process.
 * @throws whatever `use` throws.
 */
export async function withTransport<T>(
  {
    deck,
    beside,
    settings,
    kind = 'in-process',
    tampering = {},
    onTheWay,
    inFront,
    rejecting,
    downloadable,
    narrowing,
    framing,
    inFewChunks: isInFewChunks = false,
    strangers,
    timeLimit = 60_000,
  }: ReplayOptions,
  use: (transport: Transport) => Promise<T>,
): Promise<Replayed<T>> {
  installClock();
  const playing = (recordings: CassetteSelection) =>
    new Playback(recordings, onTheWay, inFront, rejecting, downloadable, narrowing, framing);
  const playback = playing(deck);
  const other = beside && playing(beside);
  const within = new AsyncLocalStorage<0 | 1>();
  let turn: 0 | 1 = 0;
  const { exchanges, unexpected, lost, signers } = playback;
  const signature = new Signature(settings.credentials, strangers);
  const holds: (() => Promise<void>)[] = [];
  let watched: ((response: HttpResponse) => HttpResponse) | undefined;
  const injected = withInjectedDefect(tampering, (request, signer) => {
    const isOther = (within.getStore() ?? turn) === 1;
    const response = (isOther && other ? other : playback).answer(request, signer);
    return holds.length === 0 ? response : Promise.all(holds.map((hold) => hold())).then(() => response);
  });
  const delivered = (response: HttpResponse): HttpResponse => {
    const cut = isInFewChunks ? inFewChunks(response) : response;
    return watched ? watched(cut) : cut;
  };
  const answer: Answering = (request, signer) => {
    const response = injected(request, signer);
    return response instanceof Promise ? response.then(delivered) : delivered(response);
  };
  const line =
    kind === 'in-process'
      ? inProcess({ mode: 'replay', answer, signature })
      : overLoopback({
          tls: kind === 'server-tls',
          baseUrl: settings.baseUrl,
          endpoints: settings.endpoints,
          answer,
          signature,
        });
  const replayed = () =>
    inSession(timeLimit, line, ({ baseUrl = settings.baseUrl, endpoints, ca }, signal) => {
      signal.addEventListener('abort', () => playback.end(signal.reason), { once: true });
      return use({
        settings: () =>
          openSettings(signal, {
            ...signature.watching(settings),
            baseUrl,
            ...(settings.endpoints && endpoints ? { endpoints } : {}),
            ...(ca ? { caCertificate: ca } : {}),
            wait: async (milliseconds) => virtualClock()?.wait(milliseconds),
          }),
        exchanges: () => [...exchanges],
        unexpected: () => [...unexpected],
        lost: () => [...lost],
        signers: () => [...signers],
        holdAnswers: (hold) => holds.push(hold),
        isOneAtATime: kind !== 'in-process',
        inConversation: (nth, act) => {
          if (kind !== 'in-process') turn = nth;
          return within.run(nth, act);
        },
        ...(kind === 'in-process'
          ? {
              watchAnswers: (isEndless: boolean) => {
                const watch = watching(isEndless);
                watched = watch.watched;
                return watch.seen;
              },
            }
          : {}),
        signal,
      });
    });
  const outcome = await (kind === 'in-process' ? onVirtualClock(replayed) : replayed()).catch((error: unknown) => {
    throw deck.problem() ?? error;
  });
  const problem = deck.problem();
  if (problem) throw problem;
  return {
    ...outcome,
    exchanges,
    unexpected,
    unconsumed: playback.unconsumed(other?.exchanges),
  };
}

/** Counts answers that arrive. */
function watching(isEndless: boolean) {
  let begun = 0;
  let open = 0;
  return {
    seen: (): WatchedAnswers => ({ begun, open }),
    watched(response: HttpResponse): HttpResponse {
      let isOpen = false;
      const watch = {
        begins() {
          begun++;
          open++;
          isOpen = true;
        },
        ends() {
          if (isOpen) open--;
          isOpen = false;
        },
      };
      const { length } = bytesOf(response.body);
      if (!isEndless || piecesOf(response).length < 2) return { ...response, watch };
      return { ...firstBytes(response, length - 1), ends: 'never', watch };
    },
  };
}

/** Settings are for clients of a case that still runs: a client made later would find the real network. */
export function openSettings(signal: AbortSignal, settings: ClientSettings): ClientSettings {
  if (signal.aborted) throw new Error('the case has ended: there is no transport for a new client');
  return settings;
}
