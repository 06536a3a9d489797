import type { ConversationDone } from './request.ts';

/** What came of a recording. */
export interface Summary {
  /** `true` where nothing was called: a dry run, or the answer was no. */
  readonly nothingCalled?: true;
  /** The caller ended it. */
  readonly interrupted?: true;
  readonly conversations: readonly ConversationDone[];
  readonly requests: number;
  /** In US dollars, by the prices that are known. */
  readonly cost: number;
  /** What was made at a provider and is still there. */
  readonly leftBehind: readonly LeftBehind[];
}

/** Something at a provider that nobody removed. */
export interface LeftBehind {
  readonly providerApi: string;
  /** What it is, with its id. */
  readonly what: string;
}
