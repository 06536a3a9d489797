import type { Player } from '../review/player.ts';

/** What to record, from where, and how far to go. */
export interface RecordRequest {
  /** All of the matrix unless told. */
  readonly providerApis: readonly string[];
  readonly tools: readonly string[];
  readonly scenarios: readonly string[];
  readonly modes: readonly string[];
  /** Instead of the provider's own; such a recording is never `live`. `{tool}`, `{scenario}` and `{mode}` are filled in. */
  readonly baseUrl?: string | undefined;
  /** `name=url`: instead of the provider's further services; the origin of the base URL unless told. */
  readonly endpoints: readonly string[];
  /** `name=id`: what a resource that scenarios name is called at the provider, where it was made by hand. */
  readonly resources: readonly string[];
  /** Whether resources are made for the recording, and removed behind it; where not, they are there under their own names. */
  readonly makesResources: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Only say what would be called. */
  readonly dryRun: boolean;
  /** The most US dollars to spend, by the prices that are known. */
  readonly budget?: number | undefined;
  /** The most requests to make. */
  readonly maxRequests?: number | undefined;
  /** How many conversations with one provider API go on at once. */
  readonly concurrency: number;
  /** Where cassettes are written. */
  readonly folder: string;
  /** Who plays recordings before they are written; one of its own unless told. */
  readonly player?: Pick<Player, 'play'> | undefined;
}

/** What is told on the way. */
export interface RecordReporting {
  /** A line of what will be done, before it is. */
  print(line: string): void;
  /** Whether to go on. */
  confirm(question: string): Promise<boolean>;
  /** How many conversations there will be, by provider API. */
  begins(planned: ReadonlyMap<string, number>): void;
  /** How conversations get on; each is told of once, when it is over. */
  progress(done: ConversationDone): void;
  /** What a conversation waits for. */
  waiting(line: string): void;
  /** Aborted when the caller wants it to end: what is recorded stays. */
  readonly signal: AbortSignal;
}

/** What came of a conversation. */
export interface ConversationDone {
  readonly providerApi: string;
  /** The path of the cassette, as messages show it. */
  readonly cassette: string;
  readonly tool: string;
  readonly scenario: string;
  readonly mode: string;
  /**
   * `written` (new, or other than before), `unchanged` (the same bytes), `aside` (kept beside, since verdicts would be worse), `failed`
   * (nothing was written), `not tried`.
   */
  readonly outcome: 'written' | 'unchanged' | 'aside' | 'failed' | 'not tried';
  /** Why, where it is neither written nor unchanged. */
  readonly reason?: string;
  /** Cells of which a verdict is another one with it: case, before and after. */
  readonly flips?: readonly string[];
  /** Where it is kept, where it is `aside`. */
  readonly keptAt?: string;
  /** Whether what was written is evidence of the provider. */
  readonly evidence?: 'live' | 'documented';
  readonly requests: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** In US dollars, by the prices that are known. */
  readonly cost?: number;
}
