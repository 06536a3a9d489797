import type { JsonObject } from '../../../files/canonical-json.ts';
import type { LocatedFact, Unread } from '../../facts/fact.ts';
import type { PlacedEntry } from './entries.ts';

/** An answer put together from a JSON body or from a stream's events. */
export interface Answer {
  readonly entries: readonly PlacedEntry[];
  /** Where it says that it is over; absent where it broke off. */
  readonly end?: string;
  readonly usage?: { readonly value: JsonObject; readonly path: string };
  readonly errors: readonly LocatedFact[];
  readonly unread: readonly Unread[];
}
