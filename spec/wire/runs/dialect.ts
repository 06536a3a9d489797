import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { Tool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';

/** In what the APIs differ that keep assistants (or agents), threads, runs and their steps. */
export interface Dialect {
  /**
   * A declared tool in the words of the contract.
   *
   * @param resources what tools work with, of assistant, thread and run together: `{ file_search: { vector_store_ids } }`
   * @param path place of the declaration
   */
  readonly toolOf: (
    declaration: JsonObject,
    resources: Json | undefined,
    path: string,
  ) => { readonly tool: Tool; readonly unread: Unread[] };
}
