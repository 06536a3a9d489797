import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Unread } from '../../facts/fact.ts';
import type { Identity } from '../identity.ts';

/** A content block and the place it was read from. */
export interface PlacedBlock {
  readonly block: JsonObject;
  readonly path: string;
  /** Of a streamed text: the event of each of its citations. */
  readonly citationPaths?: readonly string[];
  /** Of a streamed call: the JSON text of its input, as the deltas wrote it. */
  readonly inputText?: string;
}

/** A message put together from a JSON body or from a stream's events. */
export interface PlacedMessage {
  readonly blocks: readonly PlacedBlock[];
  readonly identity: Identity;
  readonly stop?: { readonly reason: string; readonly why?: string; readonly path: string };
  readonly usage?: { readonly counts: JsonObject; readonly path: string };
  /** What its envelope says that has no word here. */
  readonly unread: readonly Unread[];
}
