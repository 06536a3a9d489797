import type { What } from './rules.ts';

/** One difference between two values, before it is weighed. */
export interface Difference {
  readonly what: What;
  /** Where, as keys from the outermost value. */
  readonly path: readonly (string | number)[];
  /** What stood there; absent where nothing did. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Of noise: why. */
  readonly reason?: string;
}
