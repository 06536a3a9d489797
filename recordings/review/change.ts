/** What became of a recording when it was recorded again, in words that a reviewer can weigh. */
import type { WireTransport } from '../format/exchange.ts';
import type { ChangeKind, Severity, What } from './rules.ts';

/** One change, or the same change in several places. */
export interface Change {
  readonly what: What;
  readonly kind: ChangeKind;
  readonly severity: Severity;
  /** The operation's id in the matrix column; absent where no exchange is meant. */
  readonly operation?: string;
  readonly transport?: WireTransport;
  readonly side?: 'request' | 'response';
  /** Which exchange, from 0: in the new recording or, of one that is no more, in the old one. */
  readonly exchange?: number;
  /** Which event of a stream, from 0, counted likewise, and of what type. */
  readonly event?: { readonly index: number; readonly type: string };
  /** JSON pointer: in the body, the event's data, or, where it begins with `/headers`, in the headers. */
  readonly pointer: string;
  /** Excerpts, at most some hundred characters. Absent on the side that lacks it. */
  readonly before?: string;
  readonly after?: string;
  /** Of noise: why it is none of anybody's business. */
  readonly reason?: string;
  /** In how many places the same was found; the place above is the first. */
  readonly count: number;
}
