/** All that was observed of a case. The same whether the adapter ran in this process or in another. Plain JSON. */
import { memoize } from '../../lib/memoize.ts';
import type { Exchange, LostAnswer, UnexpectedRequest } from '../../recordings/format/exchange.ts';
import type { Signer } from '../../recordings/scrub/request-identity.ts';
import type { WatchedAnswers } from '../../recordings/transport/with-transport.ts';
import type { ChatMessage, ChatOptions, ChatResponse, ChatResponseUpdate, ClientSettings } from '../contract/index.ts';
import type { EvidenceGrade } from '../verdicts/impact.ts';

/** What the caller asked for: a whole response, or a stream of updates. */
export type Mode = 'complete' | 'stream';

/** An error that left the adapter. */
export interface ObservedError {
  readonly name: string;
  readonly message: string;
  /** Where it was thrown, the innermost call first: frames of adapters and libraries, with paths that begin at a package. */
  readonly at?: readonly string[];
  /** What it was made of, the outermost first. */
  readonly causes?: readonly { readonly name: string; readonly message: string; readonly at?: readonly string[] }[];
  /** True when it is an error of the contract. */
  readonly typed: boolean;
  readonly tool?: string | undefined;
  readonly adapter?: string | undefined;
  readonly supported?: readonly string[] | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly retryable?: boolean | undefined;
  /** `bridge` where the adapter has not built what its library may be able to do; unless told, the library rejects. */
  readonly rejectedBy?: string | undefined;
  /** Where the library says so. */
  readonly source?: string | undefined;
}

/** A request that is refused, at first or for ever, and might be sent again. */
export interface RetryObservation {
  /** With what, for people: `status 429, retry-after 7`. */
  readonly what: string;
  /** How often it was sent again. */
  readonly again: number;
  /** How often it may be, by the settings of the client and by what it was refused with. */
  readonly allowed: number;
  /** Milliseconds that passed, by the clock of the client, before it was sent again; between two sendings the least. */
  readonly waited: number;
  /** Milliseconds that the response says to wait; absent where it says nothing. */
  readonly wait?: number;
}

/** One call of the client, with the HTTP it caused. */
export interface Step {
  /** Index of the scenario's turn that this call belongs to. */
  readonly turn: number;
  readonly messages: readonly ChatMessage[];
  readonly options: ChatOptions;
  readonly exchanges: readonly Exchange[];
  readonly unexpected: readonly UnexpectedRequest[];
  /** Requests whose answers never arrived, where a fault lost one. */
  readonly lost?: readonly LostAnswer[];
  /** What was refused before it was answered, where a fault did so: whether it was sent again, and after how long. */
  readonly refused?: RetryObservation;
  /** Of each request, in their order, whose credentials it carried. */
  readonly signers?: readonly Signer[];
  /** Where the caller gives up: how many responses began to arrive, and how many of them were still waited for afterwards. */
  readonly answers?: WatchedAnswers;
  /** How many listeners of the caller's signal the call left behind. */
  readonly listenersLeft: number;
  /** What came back; of a stream, its updates folded. Absent where an error ended the call. */
  readonly response?: ChatResponse;
  /** Of a stream: how it came. */
  readonly updates?: readonly ChatResponseUpdate[];
  /** What was returned where it has not the shape that the contract promises; nothing else is read from it. */
  readonly malformed?: unknown;
  readonly error?: ObservedError;
}

/** A case as it went. */
export interface Trace {
  readonly mode: Mode;
  /** Why the answers that were given may be believed. */
  readonly evidence?: EvidenceGrade;
  readonly steps: readonly Step[];
  /** What went over the wire when the client was closed. */
  readonly closing: readonly Exchange[];
  /** How many timers were still running when the client was closed, that were not before it was made. */
  readonly timersLeft: number;
  /** What was changed in the prototypes that all objects share; `unseen` of an adapter in another process. */
  readonly polluted: readonly string[] | 'unseen';
  /** Rejections that nobody handled, as name and message; of an adapter in another process that is its own matter. */
  readonly unhandled: readonly string[];
  /** Recorded exchanges that the adapter never asked for: operation and place in the cassette. */
  readonly unconsumed: readonly string[];
  /** Requests that came after the case had ended. */
  readonly late: readonly UnexpectedRequest[];
  /**
   * TCP connections of this process beside the transport: how many were tried, and `host:port` of those that the socket guard
   * refused. Those of an adapter in another process are `unseen`.
   */
  readonly connections: { readonly attempts: number; readonly refused: readonly string[]; readonly unseen?: true };
  /** What the client was made with: where it was told to send its requests, and for which model. */
  readonly settings: Pick<ClientSettings, 'baseUrl' | 'endpoints' | 'model'> & {
    /** How the paths behind the base URL begin, where its variant of the API has paths of its own. */
    readonly paths?: readonly string[];
    /** What every request carries, where its version of the API says so. */
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Why the conversation could not be played to its end, where the scenario is to blame: a call no rule answers … */
  readonly unplayable?: string;
}

/** What went over the wire in a conversation, in order, but for closing the client. */
export const exchangesOf: (trace: Pick<Trace, 'steps'>) => readonly Exchange[] = memoize(
  ({ steps }: Pick<Trace, 'steps'>) => steps.flatMap(({ exchanges }) => exchanges),
);
