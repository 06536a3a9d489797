import type { JsonObject } from '../../../files/canonical-json.ts';
import type { LocatedFact, Unread } from '../../facts/fact.ts';

/** A content block, an object of one member (`{ "text": … }`, `{ "toolUse": … }`), and the place it was read from. */
export interface PlacedBlock {
  readonly block: JsonObject;
  readonly path: string;
  /** Of a streamed block: the event of each of its citations. */
  readonly citationPaths?: readonly string[];
  /** Of a streamed call: the JSON text of its input, as the deltas wrote it. */
  readonly inputText?: string;
}

/** A message put together from a JSON body or from a stream's events. */
export interface PlacedMessage {
  readonly blocks: readonly PlacedBlock[];
  readonly stop?: { readonly reason: string; readonly path: string };
  readonly usage?: { readonly counts: JsonObject; readonly path: string };
  /** Errors that came in its midst. */
  readonly errors: readonly LocatedFact[];
  /** What its envelope says that has no word here. */
  readonly unread: readonly Unread[];
}
