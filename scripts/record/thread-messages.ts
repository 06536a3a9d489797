import type { ProviderApi } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import type { Case } from '../../spec/engine/case.ts';
import type { Tokens } from './price.ts';

/** What a thread that records is made with: plain data, for it crosses into another thread. */
export interface ThreadData {
  readonly column: ProviderApi;
  readonly sdk: string | undefined;
  /** Where credentials are read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly baseUrl: string | undefined;
  readonly endpoints: Readonly<Record<string, string>>;
}

/** What a thread is told. */
export type ToThread =
  | { readonly kind: 'record'; readonly theCase: Case; readonly ids: ReadonlyMap<string, string> }
  | { readonly kind: 'stop' };

/** What a thread tells: with each exchange what the conversation has made at the provider by then, and at last what came of it. */
export type FromThread =
  | { readonly kind: 'exchange'; readonly made: readonly string[] }
  | { readonly kind: 'over'; readonly result: Result };

/** What came of one attempt to record a conversation. */
export type Result = { readonly tokens?: Tokens } & (
  | { readonly kind: 'recorded'; readonly cassette: Cassette }
  | { readonly kind: 'busy'; readonly reason: string; readonly wait?: number }
  | { readonly kind: 'failed' | 'not tried'; readonly reason: string }
);
